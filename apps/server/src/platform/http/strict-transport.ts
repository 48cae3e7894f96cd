import type { PreparedResponse } from './prepared-response.ts';
import { shareHeaders } from './share-headers.ts';

/** RFC 6797: https only for a year. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const;

/** Adds the header to responses that are written without the framework. */
export function withStrictTransport(prepared: PreparedResponse): PreparedResponse {
  return { ...prepared, headers: shareHeaders([...prepared.headers, ...strictTransport]) };
}
