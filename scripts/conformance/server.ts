// Lets conformance suites test packages/openbadges through the VC API
// (https://w3c-ccg.github.io/vc-api/), on this machine only, with a key created for the run. See
// README.md. Usage: node scripts/conformance/server.ts PORT [DIRECTORY]. Nothing is
// fetched: it reads only documents that the server publishes itself, and files in DIRECTORY, named
// by their encoded address. With TLS_KEY and TLS_CERT (files) it serves HTTPS, which the suite for
// status lists requires.
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { isJwt } from '@insignia/openbadges/either';
import type { ReadDocument } from '@insignia/openbadges/shared';
import { type CredentialVerdict, verifyCredential } from '@insignia/openbadges/v3/verify';
import { conformanceContexts, createIssuer } from './issuer.ts';

type Json = Record<string, unknown>;
type Reply = { status: number; body: Json };

const [port = '40443', directory] = process.argv.slice(2);
const { TLS_KEY, TLS_CERT } = process.env;
const isSecure = TLS_KEY !== undefined && TLS_CERT !== undefined;
const base = `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`;
const MAX_BODY_SIZE = 2 * 1024 * 1024;

const read: ReadDocument = async (address) => {
  const own = issuer.published(address);
  const body = own
    ? Buffer.from(JSON.stringify(own))
    : directory && (await readFile(join(directory, encodeURIComponent(address))).catch(() => {}));
  return body
    ? { status: 200, document: JSON.parse(body.toString('utf8')), body }
    : { outcome: 'unknown', problem: `isn't read, since this server is offline: ${address}` };
};
const issuer = await createIssuer(base, read);

const answer: RequestListener = async (request, response) => {
  const { status, body } = await reply(request).catch(
    (error: Error): Reply => ({ status: 400, body: { errors: [error.message] } }),
  );
  if (status === 400) process.stderr.write(`${request.url} ${JSON.stringify(body.errors)}\n`);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const server = isSecure
  ? createSecureServer({ key: await readFile(TLS_KEY), cert: await readFile(TLS_CERT) }, answer)
  : createServer(answer);
server.listen(Number(port), '127.0.0.1', () =>
  process.stdout.write(`VC API at ${base}, issuer ${issuer.did}\n`),
);

async function reply(request: Parameters<RequestListener>[0]): Promise<Reply> {
  const { method, url = '/' } = request;
  if (method === 'GET') {
    const document = issuer.published(base + url);
    return document ? { status: 200, body: document } : { status: 404, body: {} };
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > MAX_BODY_SIZE) throw new Error('the body is too large');
    pieces.push(piece);
  }
  const body: Json = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  const [, suite, what] = /^\/(rdfc|jcs|jwt|status)\/(\w+\/\w+)$/.exec(url) ?? [];
  if (suite && what === 'credentials/issue')
    return { status: 201, body: await issuer.issue(suite, body.credential) };
  if (what === 'credentials/verify') return summarizeVerification(body.verifiableCredential, {});
  if (what === 'presentations/verify')
    return summarizeVerification(body.verifiablePresentation, body.options ?? {});
  return { status: 404, body: {} };
}

type Occasion = { challenge?: string; domain?: string };

async function summarizeVerification(
  document: unknown,
  { challenge, domain }: Occasion,
): Promise<Reply> {
  const isText = typeof document === 'string' && isJwt(document);
  // Without a proof, a suite has nothing to verify.
  if (
    isObject(document) &&
    document.type !== undefined &&
    !isEnvelope(document) &&
    document.proof === undefined
  )
    throw new Error('it is not signed');
  const verdict = await verifyCredential({
    source: isText ? document : JSON.stringify(document ?? null),
    ...{ now: Date.now(), read, contexts: conformanceContexts, challenge, domain },
  });
  const errors = errorsIn(verdict);
  const verified = errors.length === 0;
  return { status: verified ? 200 : 400, body: { verified, verdict, errors } };
}

/**
 * The suites' credentials aren't badges, and some presentations contain no credential. Both are
 * `unknown`, which isn't an error here.
 */
function errorsIn({ checks, contains }: CredentialVerdict): object[] {
  const isHere = checks.filter(
    ({ outcome, check }) =>
      outcome === 'invalid' || (outcome === 'unknown' && check !== 'shape' && check !== 'contents'),
  );
  return [...isHere, ...(contains ?? []).flatMap(errorsIn)];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function isEnvelope({ type }: Json): boolean {
  return [type].flat().some((each) => String(each).startsWith('Enveloped'));
}
