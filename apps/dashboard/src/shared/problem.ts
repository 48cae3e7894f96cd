import type { ErrorDetail } from '@insignia/contract';
import { InsigniaError } from '@insignia/sdk';
import { errorTexts, fieldTexts } from '../messages/en/errors.ts';
import { describeFieldError } from './field-errors.ts';
import { t } from './t.ts';

/** The request's id in the server's log. */
export function getRequestId(error: unknown): string | undefined {
  return error instanceof InsigniaError ? error.requestId : undefined;
}

export function describeProblem(error: unknown): string {
  if (!(error instanceof InsigniaError)) return t('problem.unknown');
  if (error.code === 'network')
    return t(globalThis.navigator?.onLine === false ? 'problem.network' : 'problem.unreachable');
  if (error.code === 'unreadable') return t('problem.unreadable', { status: error.status });
  const [detail] = error.code === 'invalid_request' ? error.details : [];
  const text = detail && describeFieldError(detail.message);
  // Not shown at a field, where “Check this value” wouldn't say which.
  return text && text !== fieldTexts.invalid ? toSentence(text) : describeErrorCode(error.code);
}

/** Text of an error code. Newer servers may send codes unknown here. */
export function describeErrorCode(code: string): string {
  return Object.hasOwn(errorTexts, code)
    ? errorTexts[code as keyof typeof errorTexts]
    : t('problem.unknown');
}

export function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** True if a retry may succeed, because nothing responded or the service is overloaded. */
export function isTransient(error: unknown): boolean {
  return error instanceof InsigniaError && [0, 429, 502, 503, 504].includes(error.status);
}

/** Milliseconds that the service asks to wait before a retry. */
export function getRequestedWaitMs(error: unknown): number {
  return error instanceof InsigniaError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
}

const LONG_WAIT_MS = 60_000;

/** True if a screen shows the error instead of waiting. */
export const asksForLongWait = (error: unknown): boolean =>
  getRequestedWaitMs(error) > LONG_WAIT_MS;

export function isNotFound(error: unknown): boolean {
  return error instanceof InsigniaError && (error.status === 404 || error.status === 410);
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof InsigniaError && error.status === 401;
}

/** True for sessions that single sign-on alone opened. */
export function isOwnSignInRequired(error: unknown): boolean {
  return error instanceof InsigniaError && error.code === 'own_sign_in_required';
}

export function isConflict(error: unknown): boolean {
  return error instanceof InsigniaError && error.code === 'precondition_failed';
}

/** Error texts by field, the first of each. */
export function describeFieldErrors(
  details: readonly ErrorDetail[],
  fieldOf: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of details) errors[fieldOf[path] ?? path] ??= message;
  return errors;
}
