import { createHash } from 'node:crypto';
import { createShades, createSurfaceShades } from '@insignia/tokens/shades';
import { formatLongDate, getTextDirection } from '../../../kernel/language.ts';
import { listFontNames } from '../../../platform/typeset/index.ts';
import { computePublicStatus } from '../rules.ts';
import type { PublishedCredential } from '../store.ts';
import { getPublicTexts } from '../texts/index.ts';
import { createStatusMark } from './status-mark.ts';
import { cardTemplate } from './templates.ts';
import { TextSetter } from './text-setter.ts';

/** Card data for its template. Equal content has an equal `version`. */
export type TemplateInput = { data: string; version: string; isGood: boolean };

/** Names of pictures in the template. */
export const pictureFile = 'picture';
export const logoFile = 'logo';

/** Gray of revoked and expired credentials, whatever the issuer's color. */
export const INVALID_COLOR = '#6b7183';

// Longer texts would be illegible on a card 300 pixels wide.
const MAX_BADGE_NAME_LENGTH = 120;

export function createCardInput(credential: PublishedCredential, now: Date): TemplateInput {
  const { recipientName, badgeName, issuerName, imageCid, wideLogoCid, brand } = credential;
  const { language, accentColor } = brand;
  const t = getPublicTexts(language);
  const lasting = {
    revoked: credential.revokedAt !== null,
    expires: credential.expires?.getTime(),
  };
  const state = computePublicStatus(lasting, now.getTime());
  const isGood = state === 'valid';
  const setting = new TextSetter(recipientName, badgeName, issuerName);
  const fields = {
    ...{ lang: language, rtl: getTextDirection(language) === 'rtl', fonts: listFontNames() },
    accent: isGood ? createShades(accentColor).onLight : INVALID_COLOR,
    panel: isGood ? createSurfaceShades(accentColor).onLight : INVALID_COLOR,
    recipient: setting.name(recipientName, t.onItsPage, 200),
    badge: setting.name(badgeName, t.onItsPage, MAX_BADGE_NAME_LENGTH),
    issuer: setting.name(issuerName, t.onItsPage, 200),
    mark: createStatusMark(credential, state, language),
    issued: formatLongDate(language, credential.issuedOn),
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
