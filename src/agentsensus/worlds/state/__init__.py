"""The world in play: characters, mail, things, and how events change them."""
