"""What a person can do: one verb, one transaction. Neither HTML nor JSON is known here."""
