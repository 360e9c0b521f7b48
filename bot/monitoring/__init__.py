"""How the running bot is: measured, told to whoever asks, and ended where nothing else helps."""
