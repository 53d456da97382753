"""hanalearn: the regional games of hanafuda, taught in notebooks."""

__version__ = "0.1.0"
