import { type Language, languages } from '@insignia/contract';
import {
  readValue,
  type Verdict,
  type VerifyEitherOptions,
  verifyEither,
} from '@insignia/openbadges/either';
import { formatLongDate } from '../../kernel/language.ts';
import { removeUndrawable } from '../../platform/typeset/index.ts';
import { sealType } from '../../platform/typeset/pdf-seal.ts';
import type { PdfDocument } from './jobs.ts';
import { toComparableText } from './read-pdf.ts';
import { getVerifierTexts, type VerifierTexts } from './texts/index.ts';

type Outcome = Verdict['outcome'];
type PrintedReason = Exclude<keyof VerifierTexts['printed'], 'parts'>;
/** `parts`: the parts of the credential that the PDF doesn’t show. */
type PrintedDetail = { reason: PrintedReason; parts: Part[] };
/** Not enumerable: `detail`, as in other checks. */
type PrintedCheck = {
  check: 'printed';
  outcome: Outcome;
  message: string;
  readonly detail: PrintedDetail;
};

/** A verdict about a file, which may be a PDF. */
export type FileVerdict = Omit<Verdict, 'checks'> & {
  checks: (Verdict['checks'][number] | PrintedCheck)[];
};

type SealResult = 'intact' | 'broken' | 'unknown' | 'none';

/**
 * Adds whether the page of a PDF shows what its credential says. Text alone can't prove this,
 * because other text may cover it. So only a seal by the credential's issuer is proof. A seal alone
 * isn't, because the issuer's design may leave out the names, or contain others.
 */
export async function addPrintedCheck(
  verdict: Verdict,
  pdf: PdfDocument,
  { isOwn, options }: { isOwn: boolean; options: Omit<VerifyEitherOptions, 'source'> },
): Promise<FileVerdict> {
  const seal = await checkSeal(verdict, pdf, options);
  const check = judgePrinted(isOwn && seal === 'none' ? 'broken' : seal, findMissing(verdict, pdf));
  const checks = [...verdict.checks, check];
  if (check.outcome === 'invalid')
    return { ...verdict, status: 'invalid', outcome: 'invalid', checks };
  return check.outcome === 'unknown' && verdict.outcome === 'valid'
    ? { ...verdict, status: 'unknown', outcome: 'unknown', checks }
    : { ...verdict, checks };
}

/** The seal is a JWT by the issuer that names the hash of the file (RFC 6920). */
async function checkSeal(
  { found }: Verdict,
  { seal }: PdfDocument,
  options: Omit<VerifyEitherOptions, 'source'>,
): Promise<SealResult> {
  if (!seal) return 'none';
  const { credentialSubject: subject } = (readValue(seal.jwt) ?? {}) as {
    credentialSubject?: { id?: unknown };
  };
  if (readType(seal.jwt) !== sealType || subject?.id !== sealedName(seal.hash)) return 'broken';
  const { email: _, ...others } = options;
  const signed = await verifyEither({ ...others, source: { document: seal.jwt } });
  const outcomes = (['proof', 'issuer'] as const).map(
    (name) => signed.checks.find(({ check }) => check === name)?.outcome ?? 'invalid',
  );
  if (outcomes.includes('invalid')) return 'broken';
  if (outcomes.includes('unknown')) return 'unknown';
  const { issuer } = found;
  return issuer?.id !== undefined && issuer.id === signed.found.issuer?.id ? 'intact' : 'broken';
}

function readType(jwt: string): unknown {
  const [header = ''] = jwt.split('.');
  const { typ } = (readValue(Buffer.from(header, 'base64url').toString()) ?? {}) as {
    typ?: unknown;
  };
  return typ;
}

const sealedName = (hash: string): string => `ni:///sha-256;${hash}`;

type Part = keyof VerifierTexts['printed']['parts'];

function judgePrinted(seal: SealResult, missing: Part[]): PrintedCheck {
  const missingNames = missing.filter((part) => part === 'name' || part === 'badge');
  const [isLacking, lacksNames] = [missing.length > 0, missingNames.length > 0];
  if (seal === 'intact')
    return lacksNames
      ? createPrintedCheck('unknown', 'intactLacking', missingNames)
      : createPrintedCheck('valid', 'intact');
  if (seal === 'broken')
    return createPrintedCheck('invalid', isLacking ? 'changedLacking' : 'changed', missing);
  if (lacksNames) return createPrintedCheck('invalid', 'lacking', missing);
  if (seal === 'unknown') return createPrintedCheck('unknown', 'sealUnchecked');
  return createPrintedCheck('unknown', isLacking ? 'unsealedLacking' : 'unsealed', missing);
}

function createPrintedCheck(
  outcome: Outcome,
  reason: PrintedReason,
  parts: Part[] = [],
): PrintedCheck {
  const detail = { reason, parts };
  const message = describePrinted(detail, 'en');
  const check = { check: 'printed' as const, outcome, message };
  return Object.defineProperty(check, 'detail', { value: detail }) as PrintedCheck;
}

export function describePrinted({ reason, parts }: PrintedDetail, language: Language): string {
  const { printed: t } = getVerifierTexts(language);
  const text = t[reason];
  if (typeof text === 'string') return text;
  return text(new Intl.ListFormat(language).format(parts.map((part) => t.parts[part])));
}

/**
 * Bounds the comparison, because it runs in the main thread and strangers choose names of any length.
 */
const MAX_NAME_LENGTH = 1_000;
const MAX_WORDS = 50;

/** Lists parts of the credential that the text of the PDF lacks. */
function findMissing({ found }: Verdict, { text: printed }: PdfDocument): Part[] {
  const shows = (value: string): boolean => {
    // Certificates lack characters that our fonts can't draw, and marks after the fourth on a letter.
    const { text } = removeUndrawable(value.slice(0, MAX_NAME_LENGTH));
    const printable = text.replaceAll(/(\p{Mn}{4})\p{Mn}+/gu, '$1');
    const words = printable.split(/\s+/u).map(toComparableText);
    // Readers may reverse the words of right-to-left scripts, and the letters of each.
    return [...new Set(words)]
      .slice(0, MAX_WORDS)
      .every((word) => printed.includes(word) || printed.includes(reverse(word)));
  };
  const showsDay = (at: number): boolean =>
    listDayForms(new Date(at)).some((day) => printed.includes(toComparableText(day)));
  const { recipient, badge, issuedOn, expires } = found;
  const missing: Part[] = [];
  if (recipient && !shows(recipient.name)) missing.push('name');
  if (badge?.name !== undefined && !shows(badge.name)) missing.push('badge');
  if (issuedOn !== undefined && !showsDay(issuedOn)) missing.push('issueDate');
  if (expires !== undefined && !showsDay(expires)) missing.push('expiryDate');
  return missing;
}

const reverse = (word: string): string => [...word].reverse().join('');

function listDayForms(date: Date): string[] {
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
  return [
    ...languages.map((language) => formatLongDate(language, date)),
    ...[`${year}-${month}-${day}`, `${day}.${month}.${year}`],
    ...[`${day}/${month}/${year}`, `${month}/${day}/${year}`],
  ];
}

/** The time of a foreign document. Null for years that the database or a page can't have. */
export function toStorableDate(time: number | undefined): Date | null {
  if (time === undefined) return null;
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year > 0 && year < 10_000 ? date : null;
}
