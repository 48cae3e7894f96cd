import { createHash } from 'node:crypto';
import { fontNames } from '../../../platform/typeset/index.ts';
import { type State, stateOf } from '../rules.ts';
import type { WholeCredential } from '../store.ts';
import { cardTemplate, type Template } from './templates.ts';
import { Setting } from './words.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const elsewhere = '(see its page)';

/** What a card shows, as its template wants it. Two that show the same have the same `data`. */
export type TemplateInput = { data: string; version: string; isGood: boolean };

/** The picture's name among the template's files. */
export const pictureFile = 'picture';

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
