import { Tabs } from '@mantine/core';
import { t } from '../../messages/en/webhooks.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import classes from './webhooks.module.css';

/** Shows how a receiver verifies signatures. */
export function SignatureGuide() {
  return (
    <section className="sheet stack">
      <div>
        <h2>{t('webhooks.check')}</h2>
        <p className={classes.words}>{t('webhooks.check.words')}</p>
      </div>
      <Tabs defaultValue={receiverSamples[0].language} keepMounted={false} color="var(--accent)">
        <Tabs.List aria-label={t('webhooks.check.language')}>
          {receiverSamples.map(({ language }) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {receiverSamples.map(({ language, code }) => (
          <Tabs.Panel key={language} value={language}>
            <pre>{code}</pre>
            <CopyButton text={code} size="compact-sm" />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

// Expects the secret in WEBHOOK_SECRET. Each sample also accepts deliveries during a rotation.

const javaScript = `// packages/sdk/README.md of Insignia says how it is installed.
import { verify } from '@insignia/sdk/webhooks';

// rawBody: as it came, before anything has parsed it. Throws when it is not genuine.
export const readEvent = (rawBody, headers) =>
  verify(rawBody, headers, process.env.WEBHOOK_SECRET);
`;

const python = `import hashlib
import hmac
import os


def is_genuine(raw_body: bytes, headers) -> bool:
    """raw_body: as it came, before anything has parsed it."""
    secret = os.environ["WEBHOOK_SECRET"].encode()
    expected = "sha256=" + hmac.new(secret, raw_body, hashlib.sha256).hexdigest()
    given = [
        headers.get("X-Service-Signature") or "",
        headers.get("X-Service-Signature-Previous") or "",
    ]
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)
`;

const php = `<?php
// As it came, before anything has parsed it.
$rawBody = file_get_contents('php://input');
$expected = 'sha256=' . hash_hmac('sha256', $rawBody, getenv('WEBHOOK_SECRET'));
$isGenuine = hash_equals($expected, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')
    || hash_equals($expected, $_SERVER['HTTP_X_SERVICE_SIGNATURE_PREVIOUS'] ?? '');
if (!$isGenuine) {
    http_response_code(401);
    exit;
}
$event = json_decode($rawBody, true);
`;

const go = `package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
)

// IsGenuine takes the body as it came, before anything has parsed it.
func IsGenuine(rawBody []byte, header http.Header) bool {
	mac := hmac.New(sha256.New, []byte(os.Getenv("WEBHOOK_SECRET")))
	mac.Write(rawBody)
	expected := []byte("sha256=" + hex.EncodeToString(mac.Sum(nil)))
	return hmac.Equal(expected, []byte(header.Get("X-Service-Signature"))) ||
		hmac.Equal(expected, []byte(header.Get("X-Service-Signature-Previous")))
}
`;

const receiverSamples = [
  { language: 'JavaScript', code: javaScript },
  { language: 'Python', code: python },
  { language: 'PHP', code: php },
  { language: 'Go', code: go },
] as const;
