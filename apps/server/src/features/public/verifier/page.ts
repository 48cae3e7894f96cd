import { type ErrorCode, errors } from '@insignia/contract';
import type { Verdict } from '@insignia/openbadges/either';
import type { FastifyReply } from 'fastify';
import type { Problem } from '../../../kernel/problem.ts';
import type { Urls } from '../../../kernel/urls.ts';
import { toProblem } from '../../../platform/http/index.ts';
import { definePage } from '../../../platform/pages/index.ts';
import { getPublicTexts } from '../texts/index.ts';
import { findVouchingHost, isOwnUrl, parseClaimedWebsite, toDisplayText } from './rules.ts';
import type { VerifyInput } from './run.ts';
import { createHeadline, createTrustNote, type Headline } from './wording.ts';

type Check = Verdict['checks'][number];
/** `word` is the outcome in words for people. */
type ShownCheck = { name: string; outcome: Check['outcome']; word: string; message: string };

type ViewData = {
  url: string;
  document: string;
  email: string;
  problem?: string;
  verdict?: Headline & { checks: ShownCheck[] };
  /** Content of the credential. The issuer claims all of it. */
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

const view = definePage<ViewData>(import.meta.url, './views/verify.eta');
const title = 'Verify a credential';
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

const names: Record<Check['check'], string> = {
  ...getPublicTexts('en').verify.checks,
  read: 'Source',
  presentation: 'Presentation',
  proof: 'Signature',
  resources: 'Related resources',
  contents: 'Credentials inside',
};

/** Limit in characters. A message may list many errors of a document. */
const MAX_MESSAGE_LENGTH = 2_000;
const emptyInputMessage = 'Enter a link, choose a file or paste a document.';
const fieldLabels: Partial<Record<string, string>> = {
  file: 'The file',
  document: 'The document',
};
const fieldTexts: Partial<Record<string, string>> = {
  url: 'Enter a link that starts with https:// or http:// and has at most 2,048 characters.',
  email: 'Enter a valid email address, or leave the field empty.',
};
const problemTexts: Partial<Record<ErrorCode, string>> = {
  body_too_large: 'The file is larger than 5 MiB. Choose a smaller file.',
};

/** `own` is the credential of this service that was verified. */
export function showVerdict(
  reply: FastifyReply,
  input: Omit<VerifyInput, 'client'>,
  verdict: Verdict | undefined,
  own: { id: string } | undefined,
  urls: Urls,
): FastifyReply {
  if (!verdict)
    return reply.request.method === 'POST'
      ? view(reply, title, { ...formValues(input), problem: emptyInputMessage }, 400)
      : view(reply, title, formValues(input));
  return view(reply, title, {
    ...formValues(input),
    verdict: { ...createHeadline(verdict), checks: formatChecks(verdict) },
    ...(verdict.found.badge && { claims: listClaims(verdict, own, urls) }),
  });
}

function formatChecks({ checks, found }: Verdict): ShownCheck[] {
  const isUnvouched = findVouchingHost(found.issuer?.provenBy) === undefined;
  return checks.map(({ check, outcome, message }) => {
    const shown = { name: names[check], message: toDisplayText(message, MAX_MESSAGE_LENGTH) };
    // Don't show a tick beside the word “issuer” for a valid signature by a bare key.
    if (check === 'issuer' && outcome === 'valid' && isUnvouched)
      return { ...shown, outcome: 'unknown', word: 'key only' };
    return { ...shown, outcome, word: outcome === 'unknown' ? 'could not check' : outcome };
  });
}

function listClaims(
  verdict: Verdict,
  own: { id: string } | undefined,
  urls: Urls,
): NonNullable<ViewData['claims']> {
  const { recipient, badge, issuer, issuedOn, expires } = verdict.found;
  const website = parseClaimedWebsite(issuer?.url, issuer?.provenBy);
  const picture = badge?.image;
  // A picture from elsewhere would reveal the viewer to its host. One of our pictures would lend
  // our name to a credential that isn't ours.
  const isShown = own && picture !== undefined && isOwnUrl(picture, urls.base);
  return {
    note: createTrustNote(verdict),
    ...(recipient && { recipient: toDisplayText(recipient.name) }),
    badge: {
      ...(badge?.name !== undefined && { name: toDisplayText(badge.name) }),
      ...(isShown && { image: picture }),
    },
    ...(issuer?.claimedName !== undefined && { issuer: toDisplayText(issuer.claimedName) }),
    ...(website && { website }),
    ...(issuedOn !== undefined && { issued: day.format(issuedOn) }),
    ...(expires !== undefined && { expires: day.format(expires) }),
    ...(own && { page: urls.credentialPage(own.id) }),
  };
}

export function showError(
  reply: FastifyReply,
  input: Omit<VerifyInput, 'client'>,
  error: unknown,
): FastifyReply {
  const problem = toProblem(error);
  const { status } = errors[problem.code];
  if (status === 500) throw error;
  if (problem.retryAfterSeconds)
    reply.header('retry-after', String(Math.ceil(problem.retryAfterSeconds)));
  return view(reply, title, { ...formValues(input), problem: describeProblem(problem) }, status);
}

/** The API's messages are for programs. Only those about a file's content are specific enough for the page. */
function describeProblem({ code, details, retryAfterSeconds }: Problem): string {
  if (details)
    return details
      .map(({ path, message }) => fieldTexts[path] ?? `${fieldLabels[path] ?? path} ${message}.`)
      .join(' ');
  if (!retryAfterSeconds) return problemTexts[code] ?? 'Reload the page, then try again.';
  const delay = Math.ceil(retryAfterSeconds);
  const why =
    code === 'too_many_requests'
      ? 'You’ve verified many credentials in a short time, so this one wasn’t checked.'
      : 'Many credentials are being verified right now, so yours wasn’t checked.';
  return `${why} Try again in ${delay} second${delay === 1 ? '' : 's'}.`;
}

function formValues({ url = '', document, email = '' }: Omit<VerifyInput, 'client'>): ViewData {
  return { url, document: typeof document === 'string' ? document : '', email };
}
