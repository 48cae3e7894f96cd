import type { AttributeValue, Language } from '@insignia/contract';
import { parseMarkdown } from '@insignia/markdown';
import { dayIn, directionOf } from '../../../../kernel/language.ts';
import type { Urls } from '../../../../kernel/urls.ts';
import { fontNames } from '../../../../platform/typeset/index.ts';
import type { State } from '../../rules.ts';
import type { Brand, WholeCredential } from '../../store.ts';
import { type PublicTexts, textsIn } from '../../texts/index.ts';
import { plainOf } from '../field.ts';
import { flowOf } from '../flow.ts';
import { markOf } from '../mark.ts';
import { codeOf } from '../qr.ts';
import { Setting } from '../words.ts';
import { sheetOf } from './sheet.ts';

const mostCriteria = 600;
const mostResults = 160;
// Longer results may wrap.
const mostUnbroken = 40;

/** Names of pictures in the template. */
export const pictureFile = 'picture';
export const logoFile = 'logo';
export const ornamentFile = 'ornament';
export const signatureFile = (n: number): string => `signature-${n}`;

/** Certificate data as JSON, so that none of it is parsed as markup. */
export function certificateData(
  credential: WholeCredential,
  brand: Brand,
  urls: Urls,
  { state, accent }: { state: State; accent: string },
): string {
  const { id, recipientName, badgeName, issuerName, criteria, issuedOn, expires } = credential;
  const { language } = brand;
  const t = textsIn(language);
  const url = urls.credentialPage(id);
  const reason = state === 'revoked' ? credential.revocationReason : null;
  const results = resultsOf(credential.said?.attributes ?? [], language);
  const signed = brand.signatures.flatMap(({ name, title }) => [name, title]);
  const setting = new Setting(
    ...[recipientName, badgeName, issuerName, criteria, results],
    ...[reason ?? '', brand.footText, ...signed],
  );
  const shown = flowOf(parseMarkdown(criteria), setting, mostCriteria);
  const fields = {
    ...{ ...sheetOf(brand), accent, lang: language },
    rtl: directionOf(language) === 'rtl',
    title: plainOf(`${badgeName}: ${recipientName}`),
    fonts: fontNames(),
    date: [issuedOn.getUTCFullYear(), issuedOn.getUTCMonth() + 1, issuedOn.getUTCDate()],
    recipient: setting.name(recipientName, t.onItsPage),
    badge: setting.name(badgeName, t.onItsPage),
    issuer: setting.name(issuerName, t.onItsPage),
    criteria: shown,
    attributes: results === '' ? null : setting.words(results, mostResults),
    signatures: brand.signatures.map(({ name, title, pictureCid }, n) => ({
      name: setting.words(name, 200),
      title: title === '' ? null : setting.words(title, 200),
      picture: pictureCid ? signatureFile(n) : null,
      alt: plainOf(t.certificate.signatureOf(name)),
    })),
    foot: brand.footText === '' ? null : setting.words(brand.footText),
    mark: markOf(credential, state, language),
    reason: reason === null ? null : setting.words(reason, 300),
    issued: dayIn(language, issuedOn),
    expires: expires ? dayIn(language, expires) : null,
    ...{ id, url },
    // Printed without scheme, and with the id on its own line, so that copied text stays correct.
    shownUrl: url.replace(/^https?:\/\//, '').replace(id, ''),
    qr: codeOf(url),
    picture: pictureFile,
    logo: credential.logoCid ? logoFile : null,
    ornament: ornamentFile,
    labels: labelsOf(t, { badgeName, issuerName, url }),
  };
  return JSON.stringify({ ...fields, isWhole: setting.isWhole });
}

/** Results of the recipient in one line. */
function resultsOf(attributes: AttributeValue[], language: Language): string {
  const { attribute } = textsIn(language).certificate;
  // Keeps neighbors in the sheet's direction, whatever the value's script (UAX #9 §2.6).
  const mark = directionOf(language) === 'rtl' ? '\u200f' : '\u200e';
  const shown = attributes.map(({ name, type, value }) => {
    const text = attribute(name, type === 'date' ? dayIn(language, new Date(value)) : value);
    return text.length <= mostUnbroken ? text.replaceAll(' ', '\u00a0') : text;
  });
  return shown.join(`\u00a0${mark}·${mark} `);
}

/** Labels around names and texts, and alternative texts of pictures. */
function labelsOf(
  t: PublicTexts,
  { badgeName, issuerName, url }: { badgeName: string; issuerName: string; url: string },
): Record<string, string> {
  const { title, validUntil, verify, pageCounts, lettersMissing } = t.certificate;
  const { moreOnPage, criteriaOnPage } = t.certificate;
  return {
    ...{ title, validUntil, verify, pageCounts, lettersMissing },
    ...{ moreOnPage, criteriaOnPage },
    ...{ awardedTo: t.certifies, awardedFor: t.hasEarned, issuedOn: t.issuedOn },
    picture: plainOf(t.pictureOf(badgeName)),
    logo: plainOf(t.certificate.logoOf(issuerName)),
    code: t.certificate.codeOf(url),
  };
}
