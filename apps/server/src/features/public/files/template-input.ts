import { createHash } from 'node:crypto';
import { shadesOf, surfacesOf } from '@insignia/tokens/shades';
import { dayIn, directionOf } from '../../../kernel/language.ts';
import { fontNames } from '../../../platform/typeset/index.ts';
import { stateOf } from '../rules.ts';
import type { WholeCredential } from '../store.ts';
import { textsIn } from '../texts/index.ts';
import { markOf } from './mark.ts';
import { cardTemplate } from './templates.ts';
import { Setting } from './words.ts';

/** Card data for its template. Equal content has an equal `version`. */
export type TemplateInput = { data: string; version: string; isGood: boolean };

/** Names of pictures in the template. */
export const pictureFile = 'picture';
export const logoFile = 'logo';

/** Gray of revoked and expired credentials, whatever the issuer's color. */
export const spent = '#6b7183';

// Longer texts would be illegible on a card 300 pixels wide.
const mostOnCard = 120;

export function cardInput(credential: WholeCredential, now: Date): TemplateInput {
  const { recipientName, badgeName, issuerName, imageCid, wideLogoCid, brand } = credential;
  const { language, accentColor } = brand;
  const t = textsIn(language);
  const lasting = {
    revoked: credential.revokedAt !== null,
    expires: credential.expires?.getTime(),
  };
  const state = stateOf(lasting, now.getTime());
  const isGood = state === 'valid';
  const setting = new Setting(recipientName, badgeName, issuerName);
  const fields = {
    ...{ lang: language, rtl: directionOf(language) === 'rtl', fonts: fontNames() },
    accent: isGood ? shadesOf(accentColor).onLight : spent,
    panel: isGood ? surfacesOf(accentColor).onLight : spent,
    recipient: setting.name(recipientName, t.onItsPage, 200),
    badge: setting.name(badgeName, t.onItsPage, mostOnCard),
    issuer: setting.name(issuerName, t.onItsPage, 200),
    mark: markOf(credential, state, language),
    issued: dayIn(language, credential.issuedOn),
    picture: pictureFile,
    logo: wideLogoCid ? logoFile : null,
    labels: {
      ...{ awardedTo: t.awardedTo, issuedOn: t.issuedOn },
      lettersMissing: t.card.lettersMissing,
    },
  };
  const data = JSON.stringify({ ...fields, isWhole: setting.isWhole });
  const hash = createHash('sha256').update(cardTemplate.version).update(data);
  hash.update(`${imageCid} ${wideLogoCid}`);
  return { data, version: hash.digest('hex').slice(0, 16), isGood };
}
