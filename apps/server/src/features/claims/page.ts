import { errors, type Language } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import type { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { readRequestLanguage } from '../../platform/http/index.ts';
import { definePage, readPageProblem } from '../../platform/pages/index.ts';
import { drawQrCode } from '../files/index.ts';
import { computeClaimStatus } from './rules.ts';
import type { PublicClaim } from './store.ts';
import { type ClaimTexts, getClaimTexts } from './texts.ts';

type Values = Record<string, string>;
type ViewData = {
  t: ClaimTexts;
  badge: string;
  issuer: string;
  image: string;
  action: string;
  posterUrl: string;
  problem?: string;
  errors: Values;
  values: Values;
} & StepData;
type StepData =
  | { step: 'start'; fields: { name: string; type: string }[] }
  | { step: 'code'; requestId: string }
  | { step: 'waiting' }
  | { step: 'closed'; reason: string }
  | { step: 'poster'; qr: string; address: string };

const view = definePage<ViewData>(import.meta.url, './views/claim.eta');

/** Part of a form's field name before the name of a custom field. */
export const fieldPrefix = 'attribute:';

export type ClaimStep =
  | { step: 'start' }
  | { step: 'poster' }
  | { step: 'waiting' }
  | { step: 'code'; requestId: string };
type Failure = { error: unknown; values: Values };

/** One step of the page, in the reader's language. */
export function showClaim(
  reply: FastifyReply,
  claim: PublicClaim,
  shown: ClaimStep,
  { urls, now, recipientNameMin }: { urls: Urls; now: Date; recipientNameMin: number },
  failure?: Failure,
): FastifyReply {
  // The poster is for recipients, who may not read the language of the person who prints it.
  const language: Language =
    shown.step === 'poster' ? claim.brand.language : readRequestLanguage(reply.request);
  reply.headers({
    ...{ vary: 'Accept, Accept-Language', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  });
  const t = getClaimTexts(language);
  const issuer = isolate(claim.issuerName);
  const action = urls.claim(claim.code);
  const failed = failure && describeFailure(failure, reply, { t, issuer, recipientNameMin });
  const step = buildStep(claim, shown, { t, issuer, action, now });
  const data: ViewData = {
    ...{ t, issuer, action, badge: claim.badgeName, image: urls.image(claim.pictureCid) },
    ...{ posterUrl: `${action}?qr=1`, values: failure?.values ?? {}, errors: {} },
    ...failed?.shown,
    ...step.data,
  };
  return view(reply, t.title(claim.badgeName), data, failed?.status ?? step.status, language);
}

type FailureContext = { t: ClaimTexts; issuer: string; recipientNameMin: number };

function describeFailure(
  { error }: Failure,
  reply: FastifyReply,
  { t, issuer, recipientNameMin }: FailureContext,
) {
  const { problem, status } = readPageProblem(error, reply);
  const shown = problem.details
    ? { errors: describeFields(problem, t, recipientNameMin) }
    : { problem: describe(problem, t, issuer) };
  return { status, shown };
}

type StepContext = { t: ClaimTexts; issuer: string; action: string; now: Date };

/** The form is replaced by the reason why nobody can claim anymore. */
function buildStep(
  claim: PublicClaim,
  shown: ClaimStep,
  { t, issuer, action, now }: StepContext,
): { data: StepData; status: number } {
  if (shown.step === 'poster') {
    const address = action.replace(/^https?:\/\//, '');
    const qr = `data:image/svg+xml;base64,${Buffer.from(drawQrCode(action)).toString('base64')}`;
    return { data: { step: 'poster', qr, address }, status: 200 };
  }
  if (shown.step !== 'start') return { data: shown, status: 200 };
  const state = computeClaimStatus(claim, now.getTime());
  if (state === 'open') {
    const fields = claim.attributes.filter(({ name }) => claim.fields.includes(name));
    return { data: { step: 'start', fields }, status: 200 };
  }
  const { [state]: why } = t.closed;
  const reason = `${typeof why === 'string' ? why : why(issuer)} ${t.closed.next(issuer)}`;
  return { data: { step: 'closed', reason }, status: errors[closedCodes[state]].status };
}

const closedCodes = {
  stopped: 'claim_closed',
  ended: 'claim_closed',
  exhausted: 'claim_exhausted',
} as const;

/** Isolated (UAX #9), so that a name of another direction doesn't reorder the sentence. */
const isolate = (name: string): string => `\u2068${name.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`;

function describeFields({ details = [] }: Problem, t: ClaimTexts, nameMin: number): Values {
  const entries = details.map(({ path }): [string, string] => {
    if (path === 'name') return [path, t.problems.name(nameMin)];
    if (path === 'email') return [path, t.problems.email];
    if (path === 'code' || path === 'requestId') return ['code', t.problems.code];
    return [path.replace(/^attributes\./, fieldPrefix), t.problems.field];
  });
  return Object.fromEntries(entries);
}

/** The API's messages are for programs. */
function describe({ code, retryAfterSeconds = 0 }: Problem, t: ClaimTexts, issuer: string): string {
  switch (code) {
    case 'invalid_claim_code':
      return t.problems.code;
    case 'claim_exhausted':
      return t.problems.exhausted;
    case 'claim_closed':
      return t.problems.closed;
    case 'quota_reached':
    case 'issuer_not_verified':
      return t.problems.quota(issuer);
    case 'too_many_requests':
      // Only the limit of the issuer's account lasts a day.
      return retryAfterSeconds > 3_600 ? t.problems.quota(issuer) : t.problems.tooMany;
    default:
      return t.problems.other;
  }
}
