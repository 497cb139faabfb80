"""Train the weights of the learned judge. Not part of the installed package."""
