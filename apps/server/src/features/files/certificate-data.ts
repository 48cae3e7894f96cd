import type { Language } from '@insignia/contract';
import { sheetSize } from '@insignia/design';
import { parseMarkdown } from '@insignia/markdown';
import { formatLongDate, getTextDirection } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import { listFontNames } from '../../platform/typeset/index.ts';
import {
  type Brand,
  getPublicTexts,
  listAmounts,
  type PublicStatus,
  type PublicTexts,
  type PublishedCredential,
} from '../published/index.ts';
import { createTextFlow } from './flow.ts';
import drawn from './marks.json' with { type: 'json' };
import { createPrintQr } from './qr.ts';
import { isolateValue, removeDirections, TextSetter, toPlainText } from './text-setter.ts';

export const MAX_FLOW_LENGTH = 600;
const MAX_RESULTS_LENGTH = 160;
// Longer results may wrap.
const MAX_UNBROKEN_LENGTH = 40;

/** Names of pictures in the template. */
export const pictureFile = 'picture';
export const logoFile = 'logo';
export const ornamentFile = 'ornament';
/** The name under which readers list the file that the PDF contains. */
export const signedCopyFile = 'credential.json';
export const signatureFile = (n: number): string => `signature-${n}`;

/** A credential as its certificate shows it. */
export type PrintedCredential = PublishedCredential & { shortCode: string };

/** Markdown below the name of the badge. Criteria would be an order: “Complete the course”. */
export const getCertificateText = ({ details, description }: PrintedCredential): string =>
  details?.certificateText ?? description;

/** Certificate data as JSON, so that none of it is parsed as markup. */
export function createCertificateData(
  credential: PrintedCredential,
  brand: Brand,
  urls: Urls,
  { state, accent, isSigned }: { state: PublicStatus; accent: string; isSigned: boolean },
): string {
  const { id, recipientName, badgeName, issuerName, issuedOn, expires } = credential;
  const text = getCertificateText(credential);
  const { language } = brand;
  const t = getPublicTexts(language);
  const url = urls.credentialPage(id);
  const reason = state === 'revoked' ? credential.revocationReason : null;
  const results = formatResults(credential, language);
  const signed = brand.signatures.flatMap(({ name, title }) => [name, title]);
  const setting = new TextSetter(
    ...[recipientName, badgeName, issuerName, text, results],
    ...[reason ?? '', brand.footText, ...signed],
  );
  const shown = createTextFlow(parseMarkdown(text), setting, MAX_FLOW_LENGTH);
  const fields = {
    ...{ ...sheetSize(brand), accent, lang: language },
    rtl: getTextDirection(language) === 'rtl',
    title: toPlainText(`${badgeName}: ${recipientName}`),
    fonts: listFontNames(),
    date: [issuedOn.getUTCFullYear(), issuedOn.getUTCMonth() + 1, issuedOn.getUTCDate()],
    recipient: setting.name(recipientName, t.onItsPage),
    badge: setting.name(badgeName, t.onItsPage),
    issuer: setting.name(issuerName, t.onItsPage),
    text: shown,
    attributes: results === '' ? null : setting.words(results, MAX_RESULTS_LENGTH, true),
    signatures: brand.signatures.map(({ name, title, pictureCid }, n) => ({
      name: setting.words(name, 200),
      title: title === '' ? null : setting.words(title, 200),
      picture: pictureCid ? signatureFile(n) : null,
      alt: toPlainText(t.certificate.signatureOf(name)),
    })),
    footer: brand.footText === '' ? null : setting.words(brand.footText),
    mark: createStatusMark(credential, state, language),
    reason: reason === null ? null : setting.words(reason, 300),
    issued: formatLongDate(language, issuedOn),
    expires: expires ? formatLongDate(language, expires) : null,
    ...{ id, url },
    // The id has its own line, so that copied text stays correct.
    shownUrl: url.replace(id, ''),
    short: {
      url: urls.shortCode(credential.shortCode),
      start: urls.shortCode(''),
      code: credential.shortCode,
    },
    qr: createPrintQr(url),
    picture: pictureFile,
    logo: credential.logoCid ? logoFile : null,
    ornament: ornamentFile,
    signedCopy: isSigned ? signedCopyFile : null,
    labels: createLabels(t, { badgeName, issuerName, url }),
  };
  return JSON.stringify({ ...fields, isWhole: setting.isWhole });
}

/** Hours, credits and results of the recipient in one line. */
export function formatResults(
  { details, credentialDetails }: PrintedCredential,
  language: Language,
): string {
  const { attribute } = getPublicTexts(language).certificate;
  const describe = (written: string, value: string): string => {
    const name = removeDirections(written);
    return attribute(name, isolateValue(removeDirections(value), name));
  };
  const facts = listAmounts(details, language).map(({ name, value }) => attribute(name, value));
  // Keeps neighbors in the sheet's direction, whatever the value's script (UAX #9 §2.6).
  const mark = getTextDirection(language) === 'rtl' ? '\u200f' : '\u200e';
  const results = (credentialDetails?.attributes ?? []).map(({ name, type, value }) =>
    describe(name, type === 'date' ? formatLongDate(language, new Date(value)) : value),
  );
  const shown = [...facts, ...results].map((text) =>
    text.length <= MAX_UNBROKEN_LENGTH ? text.replaceAll(' ', '\u00a0') : text,
  );
  return shown.join(`\u00a0${mark}·${mark} `);
}

/** Labels around names and texts, and alternative texts of pictures. */
export function createLabels(
  t: PublicTexts,
  { badgeName, issuerName, url }: { badgeName: string; issuerName: string; url: string },
): Record<string, string> {
  const { title, validUntil, verify, checkStatus, lettersMissing } = t.certificate;
  const { moreOnPage } = t.certificate;
  return {
    ...{ title, validUntil, verify, checkStatus, lettersMissing, moreOnPage },
    ...{ awardedTo: t.certifies, awardedFor: t.hasEarned, issuedOn: t.issuedOn },
    picture: toPlainText(t.pictureOf(badgeName)),
    logo: toPlainText(t.certificate.logoOf(issuerName)),
    code: t.certificate.codeOf(url),
  };
}

/** Gray of revoked and expired credentials, whatever the issuer's color. */
export const INVALID_COLOR = '#6b7183';

/**
 * `shape` contains the word as outlines for joining scripts: overlapping translucent letters would
 * be darker.
 */
type StatusMark = { word: string; since: string; shape: Shape | null };
type Shape = { width: number; paths: string };
const shapes: Record<string, Shape> = drawn;

/** The word across a revoked or expired certificate, with its date. */
export function createStatusMark(
  { expires, revokedAt }: Pick<PublishedCredential, 'expires' | 'revokedAt'>,
  state: PublicStatus,
  language: Language,
): StatusMark | null {
  if (state === 'valid') return null;
  const at = state === 'revoked' ? revokedAt : expires;
  const t = getPublicTexts(language);
  const word = t.state[state].toLocaleUpperCase(language);
  const since = at ? t.since(formatLongDate(language, at)) : '';
  return { word, since, shape: shapes[word] ?? null };
}
