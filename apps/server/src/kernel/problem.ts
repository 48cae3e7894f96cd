import type { ErrorCode, ErrorDetail } from '@insignia/contract';

/** What went wrong, in the words of the contract's error table; whoever throws it has changed nothing. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** Replaces the table's text where the text names a number. */
  readonly text: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    more: {
      details?: ErrorDetail[];
      text?: string;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: more.cause });
    this.code = code;
    this.details = more.details;
    this.text = more.text;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** One field that does not do, named. */
export function invalid(path: string, message: string): Problem {
  return new Problem('invalid_request', { details: [{ path, message }] });
}
