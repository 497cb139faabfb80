"""How the weights of the learned judge are made; not part of the installed package."""
