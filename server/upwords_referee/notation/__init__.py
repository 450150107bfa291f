"""Text forms of positions and moves, in and out; docs/notation.md explains them."""
