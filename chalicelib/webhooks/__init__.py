"""What happens is told to the endpoints that ask for it: Standard Webhooks, and chats."""
