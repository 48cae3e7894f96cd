import type { ErrorBody } from '@insignia/contract';
import type { ErrorCode, ErrorDetail } from './surface.ts';

/**
 * Error codes of the API, plus `network` (no response) and `unreadable` (a response from something
 * else).
 */
export type FailureCode = ErrorCode | 'network' | 'unreadable';

/** An error response, or a failure to reach the service. */
export class InsigniaError extends Error {
  override readonly name = 'InsigniaError';
  /** Stable. See the error codes in the reference. */
  readonly code: FailureCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** All invalid fields. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds until a retry makes sense, as `Retry-After` says (RFC 9110 §10.2.3). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    more: {
      code: FailureCode;
      status: number;
      details?: readonly ErrorDetail[] | undefined;
      requestId?: string | undefined;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: more.cause });
    this.code = more.code;
    this.status = more.status;
    this.details = more.details ?? [];
    this.requestId = more.requestId;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export async function readFailure(response: Response): Promise<InsigniaError> {
  const { status, headers } = response;
  const seconds = Number(headers.get('retry-after'));
  const retryAfterSeconds = seconds > 0 ? seconds : undefined;
  const text = await response.text().catch(() => '');
  const body = readBody(text);
  if (!body)
    return new InsigniaError(`unexpected response with status ${status}`, {
      code: 'unreadable',
      status,
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfterSeconds,
    });
  const { error, code, details, requestId } = body;
  return new InsigniaError(error, { code, status, details, requestId, retryAfterSeconds });
}

function readBody(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof body?.error === 'string' && typeof body.code === 'string'
      ? (body as ErrorBody)
      : undefined;
  } catch {
    return undefined;
  }
}

const firstWaitMs = 250;
const MAX_BACKOFF_MS = 20_000;
/** A program that waits longer looks stuck. Limits of API keys reset each minute. */
const MAX_RETRY_AFTER_MS = 60_000;

/**
 * True if a retry makes sense: after 429, which did nothing, and after an outage if repeating is
 * safe.
 */
export function isTransientStatus(status: number, isRepeatable: boolean): boolean {
  return status === 429 || (status === 503 && isRepeatable);
}

/**
 * Milliseconds before retry n (from 1): the server's Retry-After, else exponential backoff with
 * jitter. Undefined if the server asks for so long that a retry isn't worth the wait.
 */
export function getRetryDelay(
  n: number,
  retryAfter: string | null,
  random: number,
): number | undefined {
  const requested = Number(retryAfter) * 1_000;
  if (retryAfter !== null && requested > 0)
    return requested <= MAX_RETRY_AFTER_MS ? requested : undefined;
  return Math.min(firstWaitMs * 2 ** (n - 1), MAX_BACKOFF_MS) * (0.5 + random / 2);
}

export function sleepUnlessAborted(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Result of one attempt. Transient failures are retried. */
type AttemptResult =
  | { payload: unknown }
  | { error: Error; isPassing: boolean; retryAfter?: string | null };

export async function retryWhileTransient(
  attempts: number,
  signal: AbortSignal | undefined,
  once: () => Promise<AttemptResult>,
): Promise<unknown> {
  for (let n = 1; ; n += 1) {
    const outcome = await once();
    if (!('error' in outcome)) return outcome.payload;
    if (n >= attempts || !outcome.isPassing) throw outcome.error;
    const delayMs = getRetryDelay(n, outcome.retryAfter ?? null, Math.random());
    if (delayMs === undefined) throw outcome.error;
    await sleepUnlessAborted(delayMs, signal);
  }
}
