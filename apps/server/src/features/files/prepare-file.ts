import { type PreparedResponse, prepareResponse } from '../../platform/http/index.ts';
import {
  createContentDisposition,
  credentialCacheTags,
  isCredentialIndexable,
  type PublishedCredential,
} from '../published/index.ts';

const mediaTypes = {
  'certificate.pdf': 'application/pdf',
  'certificate.png': 'image/png',
  'badge.png': 'image/png',
  'card.png': 'image/png',
  'qr.svg': 'image/svg+xml',
} as const;
export type FileKind = keyof typeof mediaTypes;

/**
 * Maximum cache seconds of files that show the status. Pages refer to pictures by version, but
 * nothing does for the PDF.
 */
const statusMaxAges: Partial<Record<FileKind, number>> = {
  'certificate.pdf': 0,
  'certificate.png': 30,
  'card.png': 30,
};

/** A file of a credential. Expiry makes it outdated. */
export function prepareFile(
  kind: FileKind,
  credential: PublishedCredential,
  body: Buffer,
  isDownload: boolean,
  freshFor: number,
): PreparedResponse {
  const { badgeName, revokedAt } = credential;
  const longest = statusMaxAges[kind] ?? (revokedAt ? 30 : 300);
  const maxAge = Math.min(longest, Math.floor(freshFor / 1_000));
  return prepareResponse({
    ...{
      type: mediaTypes[kind],
      body,
      cache: maxAge > 0 ? `public, max-age=${maxAge}` : 'public, no-cache',
    },
    headers: [
      ...['access-control-allow-origin', '*'],
      ...(isCredentialIndexable(credential) ? [] : ['x-robots-tag', 'noindex']),
      // An SVG opened directly is a document. PDFs can't be sandboxed.
      ...(kind === 'qr.svg' ? ['content-security-policy', "default-src 'none'; sandbox"] : []),
    ],
    ownHeaders: [
      'content-disposition',
      createContentDisposition(`${badgeName} ${kind}`, isDownload),
    ],
    form: String(isDownload),
    madeFrom: credentialCacheTags(credential),
    freshFor,
  });
}
