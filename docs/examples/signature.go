package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// Verifies `X-Service-Signature` over the raw body of a delivery.
func isGenuine(rawBody []byte, header, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(rawBody)
	return hmac.Equal([]byte("sha256="+hex.EncodeToString(mac.Sum(nil))), []byte(header))
}
