import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, type Encoding, pack } from './encodings.ts';
import { headersOfBody } from './prepare-response.ts';
import type { PreparedResponse } from './prepared-response.ts';

/** Writes the answer, or 304 when the reader has it; HEAD gets the headers alone. */
export function writePrepared(
  prepared: PreparedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const asked = request.headers['if-none-match'];
  if (asked !== undefined && prepared.etag !== undefined && matches(asked, prepared.etag)) {
    response.writeHead(304, prepared.headers.slice(headersOfBody));
    response.end();
    return;
  }
  const { body, headers } = prepared.packed
    ? packedFor(prepared, prepared.packed, request)
    : prepared;
  response.writeHead(prepared.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

type Form = { body: Buffer; headers: string[] };

/** The form that the reader takes, made when the first one asks for it. */
function packedFor(
  prepared: PreparedResponse,
  packed: Partial<Record<Encoding, Form>>,
  request: IncomingMessage,
): Form {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (!encoding) return prepared;
  const known = packed[encoding];
  if (known) return known;
  const form = formOf(prepared, encoding, pack(prepared.body, encoding));
  packed[encoding] = form;
  return form;
}

function formOf(prepared: PreparedResponse, encoding: Encoding, body: Buffer): Form {
  const headers = ['content-encoding', encoding, ...prepared.headers];
  headers[headers.indexOf('content-length') + 1] = String(body.length);
  if (prepared.etag)
    headers[headers.indexOf(prepared.etag)] = `${prepared.etag.slice(0, -1)}-${encoding}"`;
  return { body, headers };
}

/** The same answer with forms that were packed before anyone asked. */
export function packedAhead(
  prepared: PreparedResponse,
  forms: Readonly<Record<Encoding, Buffer>>,
): PreparedResponse {
  if (!prepared.packed) return prepared;
  const { br, gzip } = forms;
  return {
    ...prepared,
    packed: { br: formOf(prepared, 'br', br), gzip: formOf(prepared, 'gzip', gzip) },
  };
}

const ofEncoding = /-(?:br|gzip)"$/;

/** RFC 9110 §13.1.2: any of the listed tags, or all; each encoding has a tag of its own. */
function matches(asked: string, etag: string): boolean {
  if (asked === etag || asked.trim() === '*') return true;
  return asked
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '').replace(ofEncoding, '"') === etag);
}
