"""What every address shares: who asks, what may be sent, what is answered, and the gate before it all."""
