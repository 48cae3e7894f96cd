import { InsigniaError } from '@insignia/sdk';
import { t } from './t.ts';

/** Id of the request in the server's log. */
export function getRequestId(error: unknown): string | undefined {
  return error instanceof InsigniaError ? error.requestId : undefined;
}

/** Describes an error in a sentence. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof InsigniaError)) return t('problem.unknown');
  if (error.code === 'network')
    return t(globalThis.navigator?.onLine === false ? 'problem.network' : 'problem.unreachable');
  // The API's text mentions a password, which doesn't apply here.
  if (error.code === 'invalid_credentials') return toSentence(t('session.title'));
  if (error.code === 'idempotency_key_reused') return t('problem.sentBefore');
  if (error.code === 'unreadable') return t('problem.unreadable', { status: error.status });
  const [fault] = error.details;
  // Not shown at a field.
  const isSaid = !fault || error.message.endsWith(`${fault.path} ${fault.message}`);
  const said = toSentence(
    isSaid ? error.message : `${error.message}: ${fault.path} ${fault.message}`,
  );
  return byPlan.includes(error.code) ? `${said} ${t('problem.plan')}` : said;
}

const byPlan: readonly string[] = [
  ...['quota_reached', 'issuer_limit_reached', 'seat_limit_reached', 'webhook_limit_reached'],
];

export function toSentence(fault: string): string {
  // Uses the field's label.
  const text = fault.replace(/\bissuedOn\b/, `“${t('issuedOn')}”`);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** True if a retry may succeed: no response, or an outage. */
export function isTransient(error: unknown): boolean {
  return error instanceof InsigniaError && [0, 429, 502, 503, 504].includes(error.status);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof InsigniaError && (error.status === 404 || error.status === 410);
}
