import type { ErrorCode, ErrorDetail } from '@insignia/contract';

/** An error from the contract's table. The function that throws it has changed nothing. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** Replaces the table's text if the text contains a number. */
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

export function invalid(path: string, message: string): Problem {
  return new Problem('invalid_request', { details: [{ path, message }] });
}
