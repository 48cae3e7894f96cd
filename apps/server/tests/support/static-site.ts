import assert from 'node:assert/strict';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { extname, join } from 'node:path';
import { type Verdict, verify } from '@insignia/sdk/verify';
import {
  verifyWithDigitalBazaar,
  verifyWithJose,
  verifyWithVerifierCore,
} from './other-verifiers.ts';
import { createCertificateAuthority } from './receiver.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.jwt': 'text/plain; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.woff2': 'font/woff2',
};
const endings = ['', '.html', '.json', '.jwt', '.png', '.svg', '.jpg', '.webp', '.gif', '.pdf'];
const erasable = /^\/(?:certify-badge\/award|credentials|awards)\/([0-9a-f-]+)(?:\/|$)/;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

type StaticReply = { status: number; type: string; body: Buffer };

/** Answers as the rules for web servers do (apps/server/deploy/static-export.test.ts tests these). */
export async function readStatic(folder: string, path: string): Promise<StaticReply> {
  const [, id] = erasable.exec(path) ?? [];
  const at = (name: string) => join(folder, 'public', name);
  const html = types['.html'] ?? '';
  if (id && (await exists(join(folder, 'gone', id))))
    return { status: 410, type: html, body: await readFile(at('gone.html')) };
  for (const ending of path === '/' ? ['index.html'] : endings) {
    const body = await readFile(at(`${path}${ending}`)).catch(() => undefined);
    if (!body) continue;
    const isSigned = /^\/(?:credentials\/[0-9a-f-]+\/vc|status\/[0-9a-f-]+)$/.test(path);
    const type = isSigned ? 'application/vc+ld+json' : types[extname(`${path}${ending}`)];
    return { status: 200, type: type ?? 'application/octet-stream', body };
  }
  return { status: 404, type: html, body: await readFile(at('404.html')) };
}

/** The folder at the address of a service that was stopped. */
export async function serveStatic(folder: string, url: string): Promise<() => Promise<void>> {
  const { issue } = await createCertificateAuthority();
  const server: Server = createServer(await issue(), async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', url);
    const { status, type, body } = await readStatic(folder, pathname);
    response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' });
    response.end(body);
  });
  await once(server.listen(Number(new URL(url).port), '127.0.0.1'), 'listening');
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

export type ExportedIds = { status: 'valid' | 'expired' | 'revoked'; id: string }[];

const get = (url: string, accept = '*/*') =>
  fetch(url, { headers: { accept }, redirect: 'manual' });

async function read(url: string, type: RegExp, accept?: string): Promise<Buffer> {
  const answer = await get(url, accept);
  assert.equal(answer.status, 200, url);
  assert.match(answer.headers.get('content-type') ?? '', type, url);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*', url);
  return Buffer.from(await answer.arrayBuffer());
}

const summarize = ({ status, checks }: Verdict): string =>
  [
    status,
    ...checks.filter(({ outcome }) => outcome !== 'valid').map(({ message }) => message),
  ].join(' ');

/** Checks every document of these credentials with our verifier and with others. */
export async function checkDocuments(url: string, credentials: ExportedIds): Promise<void> {
  for (const { status, id } of credentials) {
    const page = `${url}/credentials/${id}`;
    const assertion = `${url}/certify-badge/award/${id}`;
    await read(assertion, /^application\/json/, 'application/json');
    const html = (await read(page, /^text\/html/)).toString();
    await checkLinks(url, html);
    await read(`${page}/embed`, /^text\/html/);
    const signed = (await read(`${page}/vc`, /^application\/vc\+ld\+json/)).toString();
    const jwt = (await read(`${page}/vc.jwt`, /^text\/plain/)).toString();
    const baked = await read(`${page}/badge.png`, /^image\/png/);
    const bakedSigned = await read(`${page}/badge3.png`, /^image\/png/);
    for (const picture of ['card.png', 'certificate.png'])
      await read(`${page}/${picture}`, /^image\/png/);
    await read(`${page}/qr.svg`, /^image\/svg/);
    const pdf = await read(`${url}/awards/${id}/pdf`, /^application\/pdf/);
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    const sources = [assertion, page, `${page}/vc`, signed, jwt, baked, bakedSigned];
    for (const [at, source] of sources.entries()) {
      const verdict = await verify(source);
      assert.equal(verdict.status, status, `source ${at} of ${id}: ${summarize(verdict)}`);
    }
    await checkWithOthers(signed, jwt, status);
  }
}

async function checkWithOthers(signed: string, jwt: string, status: string): Promise<void> {
  const document = JSON.parse(signed);
  const revoked = status === 'revoked';
  const expected = {
    ...{ valid_signature: true, expiration: status !== 'expired', revocation_status: !revoked },
  };
  assert.deepEqual(await verifyWithVerifierCore(document), expected);
  const byJose = status === 'expired' ? 'ERR_JWT_EXPIRED' : { revoked };
  assert.deepEqual(await verifyWithJose(jwt), byJose);
  if (status !== 'expired')
    assert.deepEqual(await verifyWithDigitalBazaar(document), { verified: true, revoked });
}

const attribute = /\s(?:href|src|srcset|action|data-engagement)="([^"]+)"/g;

/** Everything on a page that belongs to the site has a file. */
export async function checkLinks(url: string, html: string): Promise<void> {
  assert.doesNotMatch(html, /<form (?!id="form")|data-engagement|\/oembed|\/offer"|\/my"/);
  for (const [, found = ''] of html.matchAll(attribute)) {
    const { href, origin } = new URL(found.replaceAll('&amp;', '&'), url);
    if (origin !== url) continue;
    const answer = await get(href);
    assert.equal(answer.status, 200, href);
    await answer.arrayBuffer();
  }
}

/** Addresses of an erased credential. */
export const listErased = (url: string, id: string): string[] => [
  ...[`${url}/credentials/${id}`, `${url}/certify-badge/award/${id}`, `${url}/awards/${id}/pdf`],
  `${url}/credentials/${id}/vc`,
];
