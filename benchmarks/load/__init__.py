"""The running bot under a load that does not wait for it: so many turns a second, come what may."""
