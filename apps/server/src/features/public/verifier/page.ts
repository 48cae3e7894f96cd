import { errors } from '@insignia/contract';
import type { Found } from '@insignia/openbadges';
import type { Verdict } from '@insignia/openbadges/either';
import type { FastifyReply } from 'fastify';
import type { Urls } from '../../../kernel/urls.ts';
import { problemOf } from '../../../platform/http/index.ts';
import { definePage } from '../../../platform/pages/index.ts';
import { textsIn } from '../texts/index.ts';
import { isOwn, ownCredential } from './rules.ts';
import type { VerifyInput } from './run.ts';

type Status = Verdict['status'];
type Check = Verdict['checks'][number];

type ViewData = {
  url: string;
  document: string;
  email: string;
  problem?: string;
  verdict?: {
    status: Status;
    headline: string;
    lead: string;
    checks: (Check & { name: string })[];
  };
  recipient?: string;
  badge?: Found['badge'];
  issuer?: Found['issuer'];
  issued?: string;
  expires?: string;
  /** The page of one of our own credentials. */
  page?: string;
};

const view = definePage<ViewData>(import.meta.url, './views/verify.eta');
const title = 'Verify a credential';
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

const words: Record<Status, (found: Found) => [headline: string, lead: string]> = {
  valid: () => ['Valid credential', 'It is genuine: every check passed just now.'],
  expired: ({ expires = 0 }) => [
    'Genuine, but expired',
    `The issuer has not withdrawn it, but it was valid only until ${day.format(expires)}.`,
  ],
  revoked: ({ revocationReason: reason }) => [
    'Revoked',
    reason ? `The issuer has withdrawn it: ${reason}` : 'The issuer has withdrawn it.',
  ],
  not_found: () => [
    'No such credential',
    'There is no credential at this address. It may have been deleted, or the link is not complete.',
  ],
  not_yet_valid: ({ issuedOn = 0 }) => [
    'Genuine, but not yet valid',
    `It is valid from ${day.format(issuedOn)}.`,
  ],
  suspended: () => ['Suspended', 'The issuer has suspended it for now.'],
  invalid: () => ['Not valid', 'At least one check failed.'],
  unknown: () => [
    'Could not be verified',
    'Not every check could be made, so nothing is confirmed. Try again later.',
  ],
};
const names: Record<Check['check'], string> = {
  ...textsIn('en').verify.checks,
  read: 'Source',
  proof: 'Signature',
};

const nothingGiven = 'Enter a link, choose a file or paste a document.';
const called: Record<string, string> = {
  ...{ url: 'The link', file: 'The file', document: 'The document' },
  email: 'The e-mail address',
};

export function showVerdict(
  reply: FastifyReply,
  input: Omit<VerifyInput, 'client'>,
  verdict: Verdict | undefined,
  urls: Urls,
): FastifyReply {
  if (!verdict)
    return reply.request.method === 'POST'
      ? view(reply, title, { ...given(input), problem: nothingGiven }, 400)
      : view(reply, title, given(input));
  const { status, found } = verdict;
  const [headline, lead] = words[status](found);
  const checks = verdict.checks.map((each) => ({ ...each, name: names[each.check] }));
  const picture = found.badge?.image;
  const guid = found.id === undefined ? undefined : ownCredential(found.id, urls.base);
  return view(reply, title, {
    ...given(input),
    verdict: { status, headline, lead, checks },
    ...(found.recipient && { recipient: found.recipient.name }),
    // A picture from elsewhere would tell its host who looks.
    ...(found.badge && {
      badge: { ...found.badge, image: picture && isOwn(picture, urls.base) ? picture : undefined },
    }),
    ...(found.issuer && { issuer: { ...found.issuer, url: webOnly(found.issuer.url) } }),
    ...(found.issuedOn !== undefined && { issued: day.format(found.issuedOn) }),
    ...(found.expires !== undefined && { expires: day.format(found.expires) }),
    ...(guid && { page: urls.credentialPage(guid) }),
  });
}

export function showFault(
  reply: FastifyReply,
  input: Omit<VerifyInput, 'client'>,
  error: unknown,
): FastifyReply {
  const problem = problemOf(error);
  const { status, text } = errors[problem.code];
  if (status === 500) throw error;
  const said = problem.details
    ?.map(({ path, message }) => `${called[path] ?? path} ${message}.`)
    .join(' ');
  if (problem.retryAfterSeconds)
    reply.header('retry-after', String(Math.ceil(problem.retryAfterSeconds)));
  return view(reply, title, { ...given(input), problem: said ?? problem.text ?? text }, status);
}

function given({ url = '', document, email = '' }: Omit<VerifyInput, 'client'>): ViewData {
  return { url, document: typeof document === 'string' ? document : '', email };
}

function webOnly(url: string | undefined): string | undefined {
  return url && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
