"""What every feature on Discord uses: interactions, controls, delivery."""
