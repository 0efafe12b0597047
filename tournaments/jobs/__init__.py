"""What happens without anybody clicking: due starts, ends, openings, results."""
