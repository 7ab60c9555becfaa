"""How other systems are told: signed webhooks now. Values and HTTP clients, no database."""
