"""Playing by correspondence: letters and webhooks for those who are away, and vacations."""
