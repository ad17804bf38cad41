"""Measurements: `make bench`. Medians and ratios of one run; compare runs on one machine only."""
