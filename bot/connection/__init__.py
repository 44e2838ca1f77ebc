"""How interactions arrive: gateway, HTTP endpoint and command tree."""
