// Characters that turn or hide what stands beside them, and what would read as an address or end the name.
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>"]/gu;
const longest = 100;

/** The name that mails on behalf of an issuer come from: `pattern` with the issuer's name in the place of `{issuer}`. */
export function senderName(pattern: string, issuer: string): string {
  const name = pattern.replaceAll('{issuer}', () => plainName(issuer));
  return name.replaceAll(/\s+/g, ' ').trim();
}

/** A name that looks like an address would be taken for where the mail comes from. */
function plainName(name: string): string {
  const plain = name.replaceAll(misleading, ' ').replaceAll(/[@＠﹫]/g, ' at ');
  return [...plain.trim()].slice(0, longest).join('');
}
