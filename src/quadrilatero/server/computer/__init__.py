"""The computer at the table: its seats, its worker processes, and the reasons it gives."""
