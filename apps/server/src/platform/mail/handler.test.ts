import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSenderName } from './handler.ts';

test('a sender name follows the pattern, without addresses, line breaks or direction overrides', () => {
  const cases: [string, string, string][] = [
    ['{issuer} via Insignia', 'Academy of Arts', 'Academy of Arts via Insignia'],
    [
      '{issuer} via Insignia',
      'Société Générale, “Arts” & more',
      'Société Générale, “Arts” & more via Insignia',
    ],
    ['Badges of {issuer}', 'R@D', 'Badges of R at D'],
    ['Our badges', 'Academy', 'Our badges'],
    ['{issuer}', '$& $1 {issuer}', '$& $1 {issuer}'],
    ['{issuer} via Insignia', 'a\r\nBcc: x@y.example', 'a Bcc: x at y.example via Insignia'],
    [
      '{issuer} via Insignia',
      'PayPal <help@paypal.example>',
      'PayPal help at paypal.example via Insignia',
    ],
    ['{issuer} via Insignia', 'x＠y.example', 'x at y.example via Insignia'],
    ['{issuer} via Insignia', '\u202egnp.exe\u202c\u2028', 'gnp.exe via Insignia'],
    ['{issuer} via Insignia', '🎓'.repeat(200), `${'🎓'.repeat(100)} via Insignia`],
  ];
  for (const [pattern, issuer, expected] of cases)
    assert.equal(formatSenderName(pattern, issuer), expected);
});
