"""How random tests run: no verdict of theirs depends on how fast or busy the machine is."""

from hypothesis import HealthCheck, settings

settings.register_profile("referee", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("referee")
