"""Contrasts made by rule out of any sentences: edits that keep the meaning and edits that change it, labelled by construction."""  # noqa: E501

from tools.training.contrasts.make import contrasts

__all__ = ["contrasts"]
