import { type PreparedResponse, prepareResponse } from '../../../platform/http/index.ts';
import { isCredentialIndexable, sourcesOf } from '../rules.ts';
import type { WholeCredential } from '../store.ts';

const types = {
  'certificate.pdf': 'application/pdf',
  'certificate.png': 'image/png',
  'badge.png': 'image/png',
  'card.png': 'image/png',
  'qr.svg': 'image/svg+xml',
} as const;
export type Kind = keyof typeof types;

/**
 * Maximum cache seconds of files that show the status. Pages refer to pictures by version, but
 * nothing does for the PDF.
 */
const states: Partial<Record<Kind, number>> = {
  'certificate.pdf': 0,
  'certificate.png': 30,
  'card.png': 30,
};

/** A file of a credential. Expiry makes it outdated. */
export function prepareFile(
  kind: Kind,
  credential: WholeCredential,
  body: Buffer,
  isDownload: boolean,
  freshFor: number,
): PreparedResponse {
  const { badgeName, revokedAt } = credential;
  const longest = states[kind] ?? (revokedAt ? 30 : 300);
  const maxAge = Math.min(longest, Math.floor(freshFor / 1_000));
  return prepareResponse({
    ...{
      type: types[kind],
      body,
      cache: maxAge > 0 ? `public, max-age=${maxAge}` : 'public, no-cache',
    },
    headers: [
      ...['access-control-allow-origin', '*'],
      ...(isCredentialIndexable(credential) ? [] : ['x-robots-tag', 'noindex']),
      // An SVG opened directly is a document. PDFs can't be sandboxed.
      ...(kind === 'qr.svg' ? ['content-security-policy', "default-src 'none'; sandbox"] : []),
    ],
    ownHeaders: ['content-disposition', dispositionOf(`${badgeName} ${kind}`, isDownload)],
    form: String(isDownload),
    madeFrom: sourcesOf(credential),
    freshFor,
  });
}

/** RFC 6266 §4.3: the Unicode name, and an ASCII fallback. */
export function dispositionOf(name: string, isDownload: boolean): string {
  const safe = name
    .replaceAll(/[\p{Cc}\p{Cf}"\\/:*?<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll('%', '_');
  const encoded = encodeURIComponent(safe.toWellFormed()).replaceAll(/['()*]/g, percent);
  return `${isDownload ? 'attachment' : 'inline'}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
