"""The settings of servers, and what others see of them."""
