"""Army lists, what they allow and cost, and armies built from them."""
