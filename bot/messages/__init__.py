"""What a message looks like: posts, panels and the parts they are made of."""
