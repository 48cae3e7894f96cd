import { errors, type Language } from '@insignia/contract';
import type { Verdict } from '@insignia/openbadges/either';
import type { FastifyReply } from 'fastify';
import { formatLongDate } from '../../kernel/language.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { readRequestLanguage, toProblem } from '../../platform/http/index.ts';
import { definePage } from '../../platform/pages/index.ts';
import { getPublicTexts } from '../published/index.ts';
import { describePrinted, type FileVerdict } from './printed.ts';
import { findVouchingHost, isOwnUrl, parseClaimedWebsite, toDisplayText } from './rules.ts';
import { PdfProblem, type VerifyInput } from './run.ts';
import { getVerifierTexts, type VerifierTexts } from './texts/index.ts';
import {
  createHeadline,
  createTrustNote,
  type Headline,
  translateDetail,
  translateIdentity,
} from './wording.ts';

type Check = FileVerdict['checks'][number];
/** `word`: the outcome, for people. */
type ShownCheck = {
  name: string;
  outcome: Check['outcome'];
  word: string;
  message: string | undefined;
};
/** `about`: the id that the endorser wrote, as text. */
type ShownEndorsement = ShownCheck & { about?: string };

export type VerifyPage = {
  t: VerifierTexts;
  /** Where recipients see all their credentials. */
  my: string | undefined;
  url: string;
  document: string;
  email: string;
  problem?: string;
  /** The page verifies in the browser. `copyOf` says how old its site is. */
  isOffline?: true;
  copyOf?: string;
  verdict?: Headline & { checks: ShownCheck[]; endorsements: ShownEndorsement[] };
  /** Content of the credential, all of it claimed by its issuer. */
  claims?: {
    note: string;
    recipient?: string;
    badge?: { name?: string; image?: string };
    issuer?: string;
    website?: { host: string; href?: string };
    issued?: string;
    expires?: string;
    /** Page of one of our own credentials. */
    page?: string;
  };
};

const view = definePage<VerifyPage>(import.meta.url, './views/verify.eta');

/** `own` is the credential of this service that was verified. */
export function showVerdict(
  reply: FastifyReply,
  input: Omit<VerifyInput, 'client'>,
  verdict: FileVerdict | undefined,
  own: { id: string } | undefined,
  urls: Urls,
): FastifyReply {
  const language = getLanguage(reply);
  const t = getVerifierTexts(language);
  const form = { t, my: urls.my, ...formValues(input) };
  if (!verdict)
    return reply.request.method === 'POST'
      ? view(reply, t.title, { ...form, problem: t.problems.empty }, 400, language)
      : view(reply, t.title, form, 200, language);
  const headline = createHeadline(verdict, language);
  const data = {
    ...form,
    verdict: {
      ...headline,
      checks: formatChecks(verdict, language),
      endorsements: (verdict.endorsements ?? []).map((each) => formatEndorsement(each, language)),
    },
    ...(verdict.found.badge && { claims: listClaims(verdict, own, urls, language) }),
  };
  return view(reply, t.title, data, 200, language);
}

const getLanguage = ({ request }: FastifyReply): Language => readRequestLanguage(request);

function formatChecks({ checks, found }: FileVerdict, language: Language): ShownCheck[] {
  const t = getVerifierTexts(language);
  const { verify } = getPublicTexts(language);
  const names: Record<Check['check'], string> = {
    ...{ ...verify.checks, ...t.checks },
    read: verify.checks.fetched,
  };
  const provenBy = found.issuer?.provenBy;
  const isUnvouched = findVouchingHost(provenBy) === undefined;
  return checks.map((result) => {
    const { check, outcome } = result;
    const row = {
      name: names[check],
      message:
        check === 'printed'
          ? describePrinted(result.detail, language)
          : translateDetail(result, language),
    };
    if (check !== 'issuer' || outcome !== 'valid')
      return { ...row, outcome, word: verify.outcomes[outcome] };
    if (provenBy && language !== 'en') {
      const { before, subject, path, after } = translateIdentity(provenBy, t);
      row.message = `${before}${subject}${path}${after}`;
    }
    // A bare key has a good signature but vouches for no issuer, so the issuer gets no tick.
    return isUnvouched
      ? { ...row, outcome: 'unknown', word: t.checks.keyOnly }
      : { ...row, outcome, word: verify.outcomes[outcome] };
  });
}

/** Names the proven endorser, what it endorses, and the first check that isn't good. */
function formatEndorsement(
  { outcome, checks, found }: Verdict,
  language: Language,
): ShownEndorsement {
  const t = getVerifierTexts(language);
  const provenBy = found.issuer?.provenBy;
  const { before, subject, path, after } = provenBy
    ? translateIdentity(provenBy, t)
    : { before: t.endorsements.one, subject: '', path: '', after: '' };
  const name = `${before}${subject}${path}${after}`;
  const failedCheck = checks.find((check) => check.outcome === outcome);
  const { outcomes } = getPublicTexts(language).verify;
  const about = found.about === undefined ? {} : { about: toDisplayText(found.about) };
  if (outcome === 'valid' && findVouchingHost(provenBy) === undefined)
    return { name, ...about, outcome: 'unknown', word: t.checks.keyOnly, message: undefined };
  const isBad = outcome !== 'valid' && failedCheck !== undefined;
  const message = isBad ? translateDetail(failedCheck, language) : undefined;
  return { name, ...about, outcome, word: outcomes[outcome], message };
}

function listClaims(
  verdict: FileVerdict,
  own: { id: string } | undefined,
  urls: Urls,
  language: Language,
): NonNullable<VerifyPage['claims']> {
  const { recipient, badge, issuer, issuedOn, expires } = verdict.found;
  const website = parseClaimedWebsite(issuer?.url, issuer?.provenBy);
  const picture = badge?.image;
  // A picture from elsewhere would reveal the visitor to its host. One of ours would lend our name to a credential that is not ours.
  const isShown = own && picture !== undefined && isOwnUrl(picture, urls.base);
  const day = (at: number) => formatLongDate(language, new Date(at));
  return {
    note: createTrustNote(verdict, getVerifierTexts(language)),
    ...(recipient && { recipient: toDisplayText(recipient.name) }),
    badge: {
      ...(badge?.name !== undefined && { name: toDisplayText(badge.name) }),
      ...(isShown && { image: picture }),
    },
    ...(issuer?.claimedName !== undefined && { issuer: toDisplayText(issuer.claimedName) }),
    ...(website && { website }),
    ...(issuedOn !== undefined && { issued: day(issuedOn) }),
    ...(expires !== undefined && { expires: day(expires) }),
    ...(own && { page: urls.credentialPage(own.id) }),
  };
}

export function showError(
  reply: FastifyReply,
  input: Omit<VerifyInput, 'client'>,
  error: unknown,
  { my }: Urls,
): FastifyReply {
  const problem = toProblem(error);
  const { status } = errors[problem.code];
  if (status === 500) throw error;
  if (problem.retryAfterSeconds)
    reply.header('retry-after', String(Math.ceil(problem.retryAfterSeconds)));
  const language = getLanguage(reply);
  const t = getVerifierTexts(language);
  const data = { t, my, ...formValues(input), problem: describeProblem(problem, language) };
  return view(reply, t.title, data, status, language);
}

const formFields = ['url', 'email', 'file', 'document'] as const;

/** The API's messages are for programs, so the page has its own. */
function describeProblem(problem: Problem, language: Language): string {
  const { code, details, retryAfterSeconds } = problem;
  const { problems } = getVerifierTexts(language);
  if (problem instanceof PdfProblem)
    return `${problems.pdf[problem.reason]} ${problems.printedInstead}`;
  if (details)
    return details
      .map(({ path }) => {
        const field = formFields.find((name) => name === path);
        return field ? problems[field] : problems.other;
      })
      .join(' ');
  if (code === 'body_too_large') return `${problems.tooLarge} ${problems.printedInstead}`;
  if (!retryAfterSeconds) return problems.other;
  const seconds = new Intl.NumberFormat(language, {
    ...({ style: 'unit', unit: 'second', unitDisplay: 'long' } as const),
  }).format(Math.ceil(retryAfterSeconds));
  return code === 'too_many_requests' ? problems.tooMany(seconds) : problems.busy(seconds);
}

function formValues({ url = '', document, email = '' }: Omit<VerifyInput, 'client'>) {
  return { url, document: typeof document === 'string' ? document : '', email };
}
