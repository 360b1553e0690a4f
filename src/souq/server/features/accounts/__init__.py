"""People who keep their name: how they sign in, the browsers that know them, and what is kept of them."""
