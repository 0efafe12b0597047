"""Best readings, elements, waits and distance of a hand."""
