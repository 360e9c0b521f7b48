"""Put a running bot under a steady load of turns, regardless of its answers."""
