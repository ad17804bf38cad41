"""What happened, told to programs: event types with their schemas, as webhooks carry them. Pure.

Nothing is imported here: the log knows of ``happening`` alone, and every start would pay for all.
"""
