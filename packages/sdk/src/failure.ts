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

  constructor(
    message: string,
    more: {
      code: FailureCode;
      status: number;
      details?: readonly ErrorDetail[] | undefined;
      requestId?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: more.cause });
    this.code = more.code;
    this.status = more.status;
    this.details = more.details ?? [];
    this.requestId = more.requestId;
  }
}

export async function readFailure(response: Response): Promise<InsigniaError> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  const body = readBody(text);
  if (!body)
    return new InsigniaError(`unexpected response with status ${status}`, {
      code: 'unreadable',
      status,
      requestId: response.headers.get('x-request-id') ?? undefined,
    });
  const { error, code, details, requestId } = body;
  return new InsigniaError(error, { code, status, details, requestId });
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
