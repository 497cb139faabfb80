"""The version; pyproject.toml must agree."""

VERSION = "0.2.0.dev0"
