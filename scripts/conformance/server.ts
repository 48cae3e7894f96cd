// Lets conformance suites test packages/openbadges: the VC API (https://w3c-ccg.github.io/vc-api/) on this machine only, with a
// key that is made for the run. Nothing is fetched: only what this server itself publishes can be read.
//   node scripts/conformance/server.ts [PORT]
import { createServer, type IncomingMessage } from 'node:http';
import { verify } from '@insignia/openbadges/v3/verify';
import { conformanceContexts } from './contexts.ts';
import { createIssuer } from './issuer.ts';

const port = Number(process.argv[2] ?? 40_443);
const base = `http://127.0.0.1:${port}`;
const MAX_BODY = 2 * 1024 * 1024;

type Json = Record<string, unknown>;
type Reply = { status: number; body: unknown };

const issuer = await createIssuer(base);

const server = createServer(async (request, response) => {
  const { status, body } = await reply(request).catch(
    (error: unknown): Reply => ({ status: 400, body: { errors: [(error as Error).message] } }),
  );
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(body) ?? '{}');
});
server.listen(port, '127.0.0.1', () =>
  process.stdout.write(`VC API at ${base}, issuer ${issuer.did}\n`),
);

async function reply(request: IncomingMessage): Promise<Reply> {
  const { method, url = '/' } = request;
  if (method === 'GET') {
    const document = issuer.published(url);
    return document ? { status: 200, body: document } : { status: 404, body: {} };
  }
  const body = await bodyOf(request);
  const [, suite, , what] =
    /^\/(rdfc|jcs|jwt|status)\/(credentials|presentations)\/(\w+)$/.exec(url) ?? [];
  if (suite && what === 'issue') return { status: 201, body: await issuer.issue(suite, body) };
  if (suite && what === 'verify') return answerTo(body);
  return { status: 404, body: {} };
}

async function answerTo({
  verifiableCredential,
  verifiablePresentation,
  options,
}: Json): Promise<Reply> {
  const { challenge, domain } = (options ?? {}) as { challenge?: string; domain?: string };
  const source = verifiablePresentation ?? verifiableCredential;
  const { status, checks } = await verify({
    source: typeof source === 'string' ? source : JSON.stringify(source ?? null),
    now: Date.now(),
    read: async (address) => {
      const path = address.startsWith(base) ? address.slice(base.length) : undefined;
      const document = path && issuer.published(path);
      return document
        ? { status: 200, document, body: Buffer.from(JSON.stringify(document)) }
        : { outcome: 'unknown', problem: `isn't read, since this server is offline: ${address}` };
    },
    contexts: conformanceContexts,
    ...(verifiablePresentation && challenge ? { challenge } : {}),
    ...(verifiablePresentation && domain ? { domain } : {}),
  });
  // The suites' credentials are of kinds that aren't badges: that alone is no error for them. Nor is a presentation without any.
  const errors = checks.filter(
    ({ check, outcome, message }) =>
      outcome !== 'valid' &&
      !(outcome === 'unknown' && (check === 'shape' || /no credential/.test(message))),
  );
  return {
    status: errors.length > 0 ? 400 : 200,
    body: { verified: errors.length === 0, status, checks, errors },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > MAX_BODY) throw new Error('the body is too large');
    pieces.push(piece);
  }
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Json;
}
