import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Ready } from '../../platform/http/index.ts';
import { defineAsset, defineView, pagePolicy, renderPage } from '../../platform/pages/index.ts';
import type { Urls } from '../../platform/urls.ts';
import {
  guidOf,
  readCredential,
  sendDocument,
  staysFor,
  type WholeCredential,
} from '../verification/index.ts';
import { type PageDeps, style, stylePath } from './deps.ts';
import { headOf } from './head.ts';
import { issuedBy } from './issuer.ts';
import { readyPage } from './ready-page.ts';
import { type Shown, shownOf } from './shown.ts';

const script = defineAsset(import.meta.url, './assets/credential.js');
const { path: scriptPath } = script;
const view = defineView<Shown & { issuedBy: string }>(import.meta.url, './views/credential.eta');
const embedView = defineView<Shown & { stylePath: string }>(import.meta.url, './views/embed.eta');
const embedStyle = defineAsset(import.meta.url, './assets/embed.css');

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
    return sendDocument(cache, `${kind} ${guid}`, load, request, reply);
  };

  app.get<{ Params: { guid: string } }>('/credentials/:guid', hidden, (request, reply) =>
    answer('page', (found) => pageOf(found, urls, clock()), request, reply),
  );
  app.get<{ Params: { guid: string } }>('/credentials/:guid/embed', framed, (request, reply) =>
    answer('embed', (found) => embedOf(found, urls, clock()), request, reply),
  );
}

const ownScript = { 'script-src': ["'self'"], 'connect-src': ["'self'"] };

function pageOf(credential: WholeCredential, urls: Urls, now: Date): Ready {
  const shown = shownOf(credential, urls, now);
  const { title, about } = shown;
  const { page, award: document, card: image, oembed } = shown.urls;
  const head = headOf({
    ...{ title, about, page, document, image, oembed, stylePath, scriptPath },
    isCard: true,
  });
  const html = renderPage(title, view({ ...shown, issuedBy: issuedBy(shown.issuer) }), head);
  return readyPage(html, pagePolicy(ownScript), sourcesOf(credential), staysFor(credential, now));
}

function embedOf(credential: WholeCredential, urls: Urls, now: Date): Ready {
  const shown = shownOf(credential, urls, now);
  const html = embedView({ ...shown, stylePath: embedStyle.path });
  const policy = pagePolicy({ 'frame-ancestors': ['*'], 'form-action': ["'none'"] });
  return readyPage(html, policy, sourcesOf(credential), staysFor(credential, now));
}

function sourcesOf({ id, badgeId, issuerId }: WholeCredential): string[] {
  return [`award/${id}`, `badge/${badgeId}`, `issuer/${issuerId}`];
}
