"""Streams that were made on another site and taken in whole: verified first, never over others."""
