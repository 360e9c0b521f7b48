"""Put the running bot under a steady load of turns that does not wait for its answers."""
