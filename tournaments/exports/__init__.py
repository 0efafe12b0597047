"""What a tournament hands out and takes in: files, printed pages, codes to scan."""
