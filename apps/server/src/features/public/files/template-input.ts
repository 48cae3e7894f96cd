import { createHash } from 'node:crypto';
import type { Urls } from '../../../kernel/urls.ts';
import { parseMarkdown } from '../../../platform/markdown/index.ts';
import { fontNames } from '../../../platform/typeset/index.ts';
import { type State, stateOf } from '../rules.ts';
import type { WholeCredential } from '../store.ts';
import { fieldOf } from './field.ts';
import { flowOf } from './flow.ts';
import { qrOf } from './qr.ts';
import { cardTemplate, certificateTemplate, type Template } from './templates.ts';
import { Setting } from './words.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const mostCriteria = 600;
const elsewhere = '(see its page)';

/** What a certificate or card shows, as its template wants it. Two that show the same have the same `data`. */
export type TemplateInput = { data: string; version: string; isGood: boolean };

/** The picture's and the logo's names among the template's files. */
export const pictureFile = 'picture';
export const logoFile = 'logo';

export function certificateInput(
  credential: WholeCredential,
  urls: Urls,
  now: Date,
): TemplateInput {
  const { id, recipientName, badgeName, issuerName, criteria, issuedOn, expires } = credential;
  const state = stateNow(credential, now);
  const url = urls.credentialPage(id);
  const reason =
    state === 'revoked' ? (credential.revocationReason ?? 'It was revoked.') : undefined;
  const setting = new Setting(recipientName, badgeName, issuerName, criteria, reason ?? '');
  const shown = flowOf(parseMarkdown(criteria), setting, mostCriteria);
  const fields = {
    title: fieldOf(`${badgeName}: ${recipientName}`).text,
    fonts: fontNames(),
    date: [issuedOn.getUTCFullYear(), issuedOn.getUTCMonth() + 1, issuedOn.getUTCDate()],
    recipient: setting.name(recipientName, elsewhere),
    badge: setting.name(badgeName, elsewhere),
    issuer: setting.name(issuerName, elsewhere),
    criteria: shown,
    mark: markOf(credential, state),
    reason: reason === undefined ? null : setting.words(reason, 300),
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
  };
  return inputOf(fields, setting, certificateTemplate);
}

export function cardInput(credential: WholeCredential, now: Date): TemplateInput {
  const { recipientName, badgeName, issuerName, imageCid } = credential;
  const setting = new Setting(recipientName, badgeName, issuerName);
  const fields = {
    fonts: fontNames(),
    recipient: setting.name(recipientName, elsewhere, 200),
    badge: setting.name(badgeName, elsewhere, 200),
    issuer: setting.name(issuerName, elsewhere, 200),
    mark: markOf(credential, stateNow(credential, now)),
    picture: pictureFile,
    pictureCid: imageCid,
  };
  return inputOf(fields, setting, cardTemplate);
}

type Mark = { word: string; since: string };

/** What is written across a credential that is not to be relied on, and since when. */
function markOf({ expires, revokedAt }: WholeCredential, state: State): Mark | null {
  if (state === 'revoked')
    return { word: 'REVOKED', since: revokedAt ? `on ${day.format(revokedAt)}` : '' };
  if (state === 'expired')
    return { word: 'EXPIRED', since: expires ? `on ${day.format(expires)}` : '' };
  return null;
}

function stateNow({ revokedAt, expires }: WholeCredential, now: Date): State {
  return stateOf({ revoked: revokedAt !== null, expires: expires?.getTime() }, now.getTime());
}

function inputOf(
  fields: { mark: Mark | null },
  { isWhole }: Setting,
  template: Template,
): TemplateInput {
  const data = JSON.stringify({ ...fields, isWhole });
  const hash = createHash('sha256').update(template.version).update(data);
  return { data, version: hash.digest('hex').slice(0, 16), isGood: fields.mark === null };
}
