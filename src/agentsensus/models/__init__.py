"""What computes meaning: embedders, token counts, and the seam to language models."""
