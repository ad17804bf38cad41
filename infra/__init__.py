"""What runs Alibi outside its own package: templates, packaging, the local runner and the bots."""
