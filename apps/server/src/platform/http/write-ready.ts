import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ready } from './ready-bytes.ts';

/** Writes the answer, or 304 when the reader has it; HEAD gets the headers alone. */
export function writeReady(ready: Ready, request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['if-none-match'];
  if (asked !== undefined && ready.etag !== undefined && matches(asked, ready.etag)) {
    response.writeHead(304, ready.headers.slice(lengthOfBodyHeaders));
    response.end();
    return;
  }
  response.writeHead(ready.status, ready.headers);
  response.end(request.method === 'HEAD' ? undefined : ready.body);
}

/** RFC 9110 §13.1.2: any of the listed tags, or all. */
function matches(asked: string, etag: string): boolean {
  if (asked === etag || asked.trim() === '*') return true;
  return asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Content-Type and Content-Length come first and are left out of a 304. */
const lengthOfBodyHeaders = 4;

/** Puts an answer together; `etag` without quotes. */
export function makeReady(
  status: number,
  type: string,
  body: Buffer,
  more: { etag?: string; headers: string[]; madeFrom: string[] },
): Ready {
  const etag = more.etag === undefined ? undefined : `"${more.etag}"`;
  return {
    status,
    body,
    etag,
    madeFrom: more.madeFrom,
    headers: [
      ...['content-type', type, 'content-length', String(body.length)],
      ...(etag ? ['etag', etag] : []),
      ...['x-content-type-options', 'nosniff'],
      ...more.headers,
    ],
  };
}
