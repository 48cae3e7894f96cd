import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { type App, makeReady, type Ready, type ReadyBytes } from '../../platform/http/index.ts';
import {
  defineAsset,
  definePage,
  defineView,
  pagePolicy,
  renderPage,
} from '../../platform/pages/index.ts';
import type { Urls } from '../../platform/urls.ts';
import {
  guidOf,
  readCredential,
  sendDocument,
  staysFor,
  type WholeCredential,
} from '../verification/index.ts';
import { type Shown, shownOf } from './shown.ts';

const style = defineAsset(import.meta.url, './assets/credential.css');
const script = defineAsset(import.meta.url, './assets/credential.js');
type Assets = { stylePath: string; scriptPath: string };
const view = defineView<Shown>(import.meta.url, './views/credential.eta');
const head = defineView<Shown & Assets>(import.meta.url, './views/head.eta');
const embedView = defineView<Shown & { stylePath: string }>(import.meta.url, './views/embed.eta');
const absent = definePage<{ isGone: boolean }>(import.meta.url, './views/no-credential.eta');
const embedStyle = defineAsset(import.meta.url, './assets/embed.css');
const assets: Assets = { stylePath: style.path, scriptPath: script.path };

export type PageDeps = { db: Database; urls: Urls; clock: Clock; cache: ReadyBytes };

/** The page that a recipient shows and a verifier opens, and its small form for other sites. */
export function credentialPage(app: App, { db, urls, clock, cache }: PageDeps): void {
  const hidden = { schema: { hide: true } as object };
  // Older readers of X-Frame-Options would refuse what the policy of the small form allows.
  const framed = {
    ...hidden,
    config: {
      helmet: { frameguard: false, crossOriginResourcePolicy: { policy: 'cross-origin' } },
    } as object,
  };
  style.serve(app);
  script.serve(app);
  embedStyle.serve(app);

  const answer = async (
    kind: 'page' | 'embed',
    render: (credential: WholeCredential) => Ready,
    request: FastifyRequest<{ Params: { guid: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const guid = guidOf(request.params.guid);
    const load = async () => render(await readCredential(db, guid));
    try {
      return await sendDocument(cache, `${kind} ${guid}`, load, request, reply);
    } catch (error) {
      return answerAbsent(error, request, reply);
    }
  };

  app.get<{ Params: { guid: string } }>('/credentials/:guid', hidden, (request, reply) =>
    answer('page', (found) => pageOf(found, urls, clock()), request, reply),
  );
  app.get<{ Params: { guid: string } }>('/credentials/:guid/embed', framed, (request, reply) =>
    answer('embed', (found) => embedOf(found, urls, clock()), request, reply),
  );
}

/** A page for people; the error shape for all others. */
function answerAbsent(
  error: unknown,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = error instanceof Problem ? error.code : undefined;
  const isPage = headers.accept?.includes('text/html') ?? false;
  if (isPage && code === 'credential_gone')
    return absent(reply, 'Credential deleted', { isGone: true }, 410);
  if (isPage && code === 'credential_not_found')
    return absent(reply, 'No such credential', { isGone: false }, 404);
  throw error;
}

const ownScript = { 'script-src': ["'self'"], 'connect-src': ["'self'"] };

function pageOf(credential: WholeCredential, urls: Urls, now: Date): Ready {
  const shown = shownOf(credential, urls, now);
  const html = renderPage(shown.title, view(shown), head({ ...shown, ...assets }));
  return readyPage(credential, now, html, pagePolicy(ownScript));
}

function embedOf(credential: WholeCredential, urls: Urls, now: Date): Ready {
  const shown = shownOf(credential, urls, now);
  const html = embedView({ ...shown, stylePath: embedStyle.path });
  return readyPage(
    credential,
    now,
    html,
    pagePolicy({ 'frame-ancestors': ['*'], 'form-action': ["'none'"] }),
  );
}

function readyPage(credential: WholeCredential, now: Date, html: string, policy: string[]): Ready {
  const { id, badgeId, issuerId } = credential;
  const body = Buffer.from(html);
  const etag = createHash('sha1').update(body).digest('base64url');
  // What it says of its state must be true whenever it is looked at.
  const headers = [...['cache-control', 'no-cache'], ...policy];
  const madeFrom = [`award/${id}`, `badge/${badgeId}`, `issuer/${issuerId}`];
  const freshFor = staysFor(credential, now);
  return makeReady(200, 'text/html; charset=utf-8', body, { etag, headers, madeFrom, freshFor });
}
