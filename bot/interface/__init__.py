"""What every feature on Discord uses: interactions, pages, controls, delivery."""
