"""A whole event as one file: made here, proved by `laozhuang-engine verify`, taken in elsewhere."""
