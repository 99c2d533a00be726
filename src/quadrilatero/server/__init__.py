"""The server: lobby, seats, live and correspondence play, storage, security. It owns no rule."""
