"""Pages, forms and lists as plain values, and how Discord shows them."""
