"""A whole tournament as one file that proves itself (docs/archives.md gives its bytes)."""
