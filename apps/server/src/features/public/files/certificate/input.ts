import type { Language } from '@insignia/contract';
import type { Urls } from '../../../../kernel/urls.ts';
import { parseMarkdown } from '../../../../platform/markdown/index.ts';
import { fontNames } from '../../../../platform/typeset/index.ts';
import type { State } from '../../rules.ts';
import type { Brand, WholeCredential } from '../../store.ts';
import { fieldOf } from '../field.ts';
import { flowOf } from '../flow.ts';
import { codeOf } from '../qr.ts';
import { Setting } from '../words.ts';
import { labelsIn } from './labels/index.ts';
import type { CertificateLabels } from './labels/labels.ts';
import { sheetOf } from './sheet.ts';

const mostCriteria = 600;
const rightToLeft: ReadonlySet<Language> = new Set(['ar']);

/** The names of pictures among the template's files. */
export const pictureFile = 'picture';
export const logoFile = 'logo';
export const ornamentFile = 'ornament';
export const signatureFile = (n: number): string => `signature-${n}`;

/** What a certificate shows, as JSON for its template: nothing of it is read as markup. */
export function certificateData(
  credential: WholeCredential,
  brand: Brand,
  urls: Urls,
  { state, accent }: { state: State; accent: string },
): string {
  const { id, recipientName, badgeName, issuerName, criteria, issuedOn, expires } = credential;
  const labels = labelsIn(brand.language);
  const day = daysIn(brand.language);
  const url = urls.credentialPage(id);
  const reason = state === 'revoked' ? (credential.revocationReason ?? labels.noReason) : undefined;
  const signed = brand.signatures.flatMap(({ name, title }) => [name, title]);
  const setting = new Setting(
    ...[recipientName, badgeName, issuerName, criteria, reason ?? '', brand.footText, ...signed],
  );
  const shown = flowOf(parseMarkdown(criteria), setting, mostCriteria);
  const fields = {
    ...{ ...sheetOf(brand), accent, lang: brand.language },
    rtl: rightToLeft.has(brand.language),
    title: fieldOf(`${badgeName}: ${recipientName}`).text,
    fonts: fontNames(),
    date: [issuedOn.getUTCFullYear(), issuedOn.getUTCMonth() + 1, issuedOn.getUTCDate()],
    recipient: setting.name(recipientName, labels.nameOnPage),
    badge: setting.name(badgeName, labels.nameOnPage),
    issuer: setting.name(issuerName, labels.nameOnPage),
    criteria: shown,
    signatures: brand.signatures.map(({ name, title, pictureCid }, n) => ({
      name: setting.words(name, 200),
      title: title === '' ? null : setting.words(title, 200),
      picture: pictureCid ? signatureFile(n) : null,
      alt: fieldOf(labels.signatureOf(name)).text,
    })),
    foot: brand.footText === '' ? null : setting.words(brand.footText, 200),
    mark: markOf(credential, state, labels, day),
    reason: reason === undefined ? null : setting.words(reason, 300),
    issued: day.format(issuedOn),
    expires: expires ? day.format(expires) : null,
    ...{ id, url },
    // Nothing is added to an address that a copy would bring along; the id stands in a line of its own.
    shownUrl: url.replace(/^https?:\/\//, '').replace(id, ''),
    qr: codeOf(url),
    picture: pictureFile,
    logo: credential.logoCid ? logoFile : null,
    ornament: ornamentFile,
    labels: {
      ...labels,
      picture: fieldOf(labels.pictureOf(badgeName)).text,
      logo: fieldOf(labels.logoOf(issuerName)).text,
      code: labels.codeOf(url),
    },
  };
  return JSON.stringify({ ...fields, isWhole: setting.isWhole });
}

const days = new Map<Language, Intl.DateTimeFormat>();

function daysIn(language: Language): Intl.DateTimeFormat {
  const known = days.get(language);
  if (known) return known;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  days.set(language, day);
  return day;
}

/** What is written across a credential that is not to be relied on, and since when. */
function markOf(
  { expires, revokedAt }: WholeCredential,
  state: State,
  { revoked, expired, since }: CertificateLabels,
  day: Intl.DateTimeFormat,
): { word: string; since: string } | null {
  if (state === 'valid') return null;
  const [word, at] = state === 'revoked' ? [revoked, revokedAt] : [expired, expires];
  return { word, since: at ? since(day.format(at)) : '' };
}
