"""Keys: what may be one, and where it may travel."""

from ipaddress import ip_address

_SCHEMES = ("dns:///", "dns:", "ipv4:", "ipv6:")


def check_key(key: str, target: str, *, safe: bool) -> None:
    """Raise ValueError for a key that no header can carry, or that would travel openly to another machine.

    `safe` tells that the way is encrypted, or was said to be safe.
    """
    if not key or not all("!" <= char <= "~" for char in key):
        # It is not quoted: errors end up in logs.
        raise ValueError("the key has characters that no header can carry")
    if not safe and not is_loopback(target):
        raise ValueError(
            f"the key would travel to {target} unencrypted; "
            "give tls, or key_over_plain_text=True if the way is safe"
        )


def is_loopback(target: str) -> bool:
    """Return whether a target of gRPC surely is this machine; a form that is not known is not.

    >>> is_loopback("127.0.0.1:50051"), is_loopback("dns:///[::1]:50051"), is_loopback("10.0.0.1:50051")
    (True, True, False)
    """
    if target.startswith("unix:"):
        return True
    for scheme in _SCHEMES:
        if target.startswith(scheme):
            target = target.removeprefix(scheme)
            break
    host = _host(target)
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _host(target: str) -> str:
    if target.startswith("["):
        return target[1:].partition("]")[0]
    # An IPv6 address without brackets has no port.
    return target if target.count(":") > 1 else target.partition(":")[0]
