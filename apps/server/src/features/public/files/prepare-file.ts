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

/** What shows whether the credential holds, for so many seconds at most: pages name pictures by version, nothing does so for the PDF. */
const states: Partial<Record<Kind, number>> = {
  'certificate.pdf': 0,
  'certificate.png': 30,
  'card.png': 30,
};

/** A file of a credential; its expiry makes it another one. */
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
      // An SVG that is opened by itself is a document; in a sandbox, browsers would not show a PDF.
      ...(kind === 'qr.svg' ? ['content-security-policy', "default-src 'none'; sandbox"] : []),
    ],
    ownHeaders: ['content-disposition', dispositionOf(`${badgeName} ${kind}`, isDownload)],
    form: String(isDownload),
    madeFrom: sourcesOf(credential),
    freshFor,
  });
}

/** RFC 6266 §4.3: the name in its own letters, and one for readers that know only ASCII. */
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
