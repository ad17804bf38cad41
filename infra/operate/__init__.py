"""The operator's command line: what runs here, is it whole, what was given up, and moving it."""
