"""What happened, told to programs: event types with their schemas, as webhooks carry them. Pure."""
