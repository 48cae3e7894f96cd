import type { Answer, ReadDocument } from '@insignia/openbadges';
import { readAnswer } from '@insignia/openbadges/either';

const MAX_BYTES = 1024 * 1024;
const deadlineMs = 10_000;
const accept =
  'application/ld+json, application/vc+ld+json, application/did+ld+json, application/json;q=0.9, text/plain;q=0.4';

/** Reads keys, status lists and hosted documents: no cookies, no redirects, 10 seconds, 1 MiB. */
export function createDocumentReader(ask: typeof fetch): ReadDocument {
  return async (url) => {
    try {
      const answer = await ask(url, {
        ...{ headers: { accept }, redirect: 'error', credentials: 'omit', cache: 'no-store' },
        ...{ referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(deadlineMs) },
      });
      const body = await readBody(answer);
      if (!body) return unread(url, 'is larger than 1 MiB at');
      const read = await readAnswer(body);
      return 'fault' in read
        ? unread(url, `${read.fault} at`)
        : { status: answer.status, ...read, body };
    } catch {
      return unread(url, 'couldn’t be fetched from');
    }
  };
}

function unread(url: string, why: string): Answer {
  return { outcome: 'unknown', problem: `${why} ${url}` };
}

async function readBody({ body }: Response): Promise<Uint8Array | undefined> {
  if (!body) return new Uint8Array();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      return undefined;
    }
    pieces.push(piece.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
