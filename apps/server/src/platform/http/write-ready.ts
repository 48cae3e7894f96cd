import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, type Encoding, pack } from './encodings.ts';
import { headersOfBody } from './make-ready.ts';
import type { Ready } from './ready-bytes.ts';

/** Writes the answer, or 304 when the reader has it; HEAD gets the headers alone. */
export function writeReady(ready: Ready, request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['if-none-match'];
  if (asked !== undefined && ready.etag !== undefined && matches(asked, ready.etag)) {
    response.writeHead(304, ready.headers.slice(headersOfBody));
    response.end();
    return;
  }
  const { body, headers } = ready.packed ? packedFor(ready, ready.packed, request) : ready;
  response.writeHead(ready.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

type Form = { body: Buffer; headers: string[] };

/** The form that the reader takes, made when the first one asks for it. */
function packedFor(
  ready: Ready,
  packed: Partial<Record<Encoding, Form>>,
  request: IncomingMessage,
): Form {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (!encoding) return ready;
  const known = packed[encoding];
  if (known) return known;
  const form = formOf(ready, encoding, pack(ready.body, encoding));
  packed[encoding] = form;
  return form;
}

function formOf(ready: Ready, encoding: Encoding, body: Buffer): Form {
  const headers = ['content-encoding', encoding, ...ready.headers];
  headers[headers.indexOf('content-length') + 1] = String(body.length);
  if (ready.etag) headers[headers.indexOf(ready.etag)] = `${ready.etag.slice(0, -1)}-${encoding}"`;
  return { body, headers };
}

/** The same answer with forms that were packed before anyone asked. */
export function packedAhead(ready: Ready, forms: Readonly<Record<Encoding, Buffer>>): Ready {
  if (!ready.packed) return ready;
  const { br, gzip } = forms;
  return { ...ready, packed: { br: formOf(ready, 'br', br), gzip: formOf(ready, 'gzip', gzip) } };
}

const ofEncoding = /-(?:br|gzip)"$/;

/** RFC 9110 §13.1.2: any of the listed tags, or all; each encoding has a tag of its own. */
function matches(asked: string, etag: string): boolean {
  if (asked === etag || asked.trim() === '*') return true;
  return asked
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '').replace(ofEncoding, '"') === etag);
}
