import { createHash } from 'node:crypto';
import { fontsFor } from '../../platform/typeset/index.ts';
import type { Urls } from '../../platform/urls.ts';
import { type State, stateOf, type WholeCredential } from '../verification/index.ts';
import { qrOf } from './qr.ts';
import { fieldOf } from './rules.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const mostCriteria = 600;
const words: Record<State, string | null> = { valid: null, expired: 'EXPIRED', revoked: 'REVOKED' };

/** What a certificate or card shows, as its template wants it. Two that show the same have the same `data`. */
export type Look = { data: string; version: string };

/** The picture's and the logo's names among the template's files. */
export const pictureFile = 'picture';
export const logoFile = 'logo';

export function certificateLook(credential: WholeCredential, urls: Urls, now: Date): Look {
  const { id, recipientName, badgeName, issuerName, criteria, issuedOn, expires } = credential;
  const state = stateNow(credential, now);
  const url = urls.page(id);
  const shown = fieldOf(criteria, mostCriteria);
  return lookOf({
    title: fieldOf(`${badgeName}: ${recipientName}`).text,
    fonts: fontsFor(`${recipientName}${badgeName}${criteria}${issuerName}`),
    date: [issuedOn.getUTCFullYear(), issuedOn.getUTCMonth() + 1, issuedOn.getUTCDate()],
    recipient: fieldOf(recipientName),
    badge: fieldOf(badgeName),
    issuer: fieldOf(issuerName),
    criteria: shown,
    isCut: shown.isCut,
    state: words[state],
    reason:
      state === 'revoked' ? fieldOf(credential.revocationReason ?? 'It was revoked.', 300) : null,
    issued: day.format(issuedOn),
    expires: expires ? day.format(expires) : null,
    ...{ id, url },
    // An address may break where it has a slash, and nothing is added to it that a copy would bring along.
    shownUrl: url.replace(/^https?:\/\//, ''),
    qr: qrOf(url),
    picture: pictureFile,
    pictureAlt: fieldOf(`Badge: ${badgeName}`).text,
    pictureCid: credential.imageCid,
    logo: credential.logoCid ? logoFile : null,
    logoCid: credential.logoCid,
  });
}

export function cardLook(credential: WholeCredential, now: Date): Look {
  const { recipientName, badgeName, issuerName, imageCid } = credential;
  return lookOf({
    fonts: fontsFor(`${recipientName}${badgeName}${issuerName}`),
    recipient: fieldOf(recipientName, 200),
    badge: fieldOf(badgeName, 200),
    issuer: fieldOf(issuerName, 200),
    state: words[stateNow(credential, now)],
    picture: pictureFile,
    pictureCid: imageCid,
  });
}

function stateNow({ revokedAt, expires }: WholeCredential, now: Date): State {
  return stateOf({ revoked: revokedAt !== null, expires: expires?.getTime() }, now.getTime());
}

function lookOf(look: object): Look {
  const data = JSON.stringify(look);
  return { data, version: createHash('sha256').update(data).digest('hex').slice(0, 16) };
}
