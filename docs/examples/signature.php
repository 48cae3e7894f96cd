<?php
// Verifies `X-Service-Signature` over the raw body of a delivery.
function is_genuine(string $rawBody, string $header, string $secret): bool {
    return hash_equals('sha256=' . hash_hmac('sha256', $rawBody, $secret), $header);
}
