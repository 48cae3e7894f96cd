import type { Answer, ReadDocument } from '@insignia/openbadges';
import { readId } from '../../../kernel/id.ts';
import { excessOf } from '../../../kernel/json-bounds.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { VerifyDeps } from './deps.ts';
import { isOwn, ownDocument } from './rules.ts';

const deadlineMs = 10_000;
const mostBytes = 1024 * 1024;
const accept = 'application/ld+json, application/json;q=0.9';
const web = { protocols: ['http:', 'https:'], ports: [80, 443] } as const;

/** Reads documents under BASE_URL inside, all others through the guarded door; all that `signal` leaves time for. */
export function createReader(
  { urls, documents, outbound }: VerifyDeps,
  beforeOutside: () => Promise<void>,
  signal: AbortSignal,
): ReadDocument {
  const inside = async (url: string): Promise<Answer> => {
    const own = ownDocument(url, urls.base);
    const guid = own && readId(own.guid);
    if (!own || !guid) return { status: 404, document: undefined };
    try {
      const { body } = await documents[own.kind](guid, false);
      return { status: 200, document: JSON.parse(body.toString('utf8')) };
    } catch (error) {
      return absentOf(error);
    }
  };
  const outside = async (url: string): Promise<Answer> => {
    await beforeOutside();
    try {
      const request = {
        method: 'GET',
        headers: { accept, 'user-agent': 'insignia-verify/1' },
      } as const;
      const limits = { deadlineMs, signal, keepBytes: mostBytes };
      const { status, body, isCut } = await outbound.send(outbound.target(url, web), {
        ...request,
        ...limits,
      });
      if (isCut) return { outcome: 'unknown', problem: `is larger than 1 MiB at ${url}` };
      return { status, document: parse(body) };
    } catch (error) {
      return {
        outcome: 'unknown',
        problem: `could not be fetched from ${url}: ${reasonOf(error as Error)}`,
      };
    }
  };
  return (url) => (isOwn(url, urls.base) ? inside(url) : outside(url));
}

/** A document that is not there; any other error is ours. */
function absentOf(error: unknown): Answer {
  if (!(error instanceof Problem)) throw error;
  return { status: error.code === 'credential_gone' ? 410 : 404, document: undefined };
}

function parse(body: Buffer): unknown {
  if (excessOf(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** In the words of this service: what a name resolves to is nobody's business. */
function reasonOf({ name, message }: Error): string {
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  if (message.startsWith('the URL ')) return message;
  if (/private address/.test(message)) return 'the host is not a public one';
  return 'the host cannot be reached';
}
