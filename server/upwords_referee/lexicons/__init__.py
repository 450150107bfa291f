"""Word lists: where they come from, what is known of a word, and house rulings over them."""
