import type { ErrorBody } from '@insignia/contract';
import type { ErrorCode, ErrorDetail } from './surface.ts';

/** What went wrong: `network` when no answer came, `unreadable` when it was none of the service's. */
export type FailureCode = ErrorCode | 'network' | 'unreadable';

/** A refusal of the service, or that it could not be reached. */
export class InsigniaError extends Error {
  override readonly name = 'InsigniaError';
  /** Stable; see the list of error codes in the reference. */
  readonly code: FailureCode;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The fields that are at fault, all at once. */
  readonly details: readonly ErrorDetail[];
  /** What the service's log knows the request by. */
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

/** Of an answer that is no success. */
export async function failureOf(response: Response): Promise<InsigniaError> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  const body = readBody(text);
  if (!body)
    return new InsigniaError(`the answer was ${status} and none of the service's`, {
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
