// Control and direction characters, and characters that imitate an address or end the name.
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>"]/gu;
const MAX_LENGTH = 100;

/** Sender name of an issuer's emails: `pattern` with `{issuer}` replaced. */
export function formatSenderName(pattern: string, issuer: string): string {
  const name = pattern.replaceAll('{issuer}', () => plainName(issuer));
  return name.replaceAll(/\s+/g, ' ').trim();
}

/** A name that looks like an address would be mistaken for the sender's address. */
function plainName(name: string): string {
  const plain = name.replaceAll(misleading, ' ').replaceAll(/[@＠﹫]/g, ' at ');
  return [...plain.trim()].slice(0, MAX_LENGTH).join('');
}
