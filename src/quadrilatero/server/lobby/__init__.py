"""What can be played and with whom: the catalogue, and tables set up and joined."""
