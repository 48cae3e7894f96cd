# Verifies `X-Service-Signature` over the raw body of a delivery.
import hashlib
import hmac


def is_genuine(raw_body: bytes, header: str, secret: str) -> bool:
    expected = "sha256=" + hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, header)
