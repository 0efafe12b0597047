"""A second, slow scorer that shares nothing with `engine`.

It reads and answers the same JSON as `python -m engine score`, works on tile names
("5m", "7z") instead of packed integers, and tries every reading of a hand. It must never
import `engine`: its only use is to disagree with it.
"""
