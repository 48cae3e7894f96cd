import { pagePaths } from '@insignia/contract';
import type { Urls } from '../../kernel/urls.ts';
import type { App, PreparedResponse } from '../../platform/http/index.ts';
import { defineStylesheet, defineView, pagePolicy } from '../../platform/pages/index.ts';
import {
  credentialCacheTags,
  type PublishedCredential,
  parseGuid,
  requirePublishedCredential,
  sendPrepared,
  statusLifetimeMs,
} from '../published/index.ts';
import { type PageDeps, pageKeys, preparePage } from './cached-pages.ts';
import { type CredentialView, createCredentialView } from './credential-view.ts';

const view = defineView<CredentialView & { stylePath: string }>(
  import.meta.url,
  './views/embed.eta',
);
const style = defineStylesheet(import.meta.url, './assets/embed.css');

/** The embeddable form of a credential's page. */
export function credentialEmbed(app: App, { fresh, urls, clock, cache }: PageDeps): void {
  // Old browsers would apply X-Frame-Options and ignore the policy that allows embedding.
  const framed = {
    config: {
      helmet: { frameguard: false, crossOriginResourcePolicy: { policy: 'cross-origin' } },
    } as object,
  };
  style.serve(app);
  app.get<{ Params: { guid: string } }>(pagePaths.embed, framed, (request, reply) => {
    const guid = parseGuid(request.params.guid);
    const load = () =>
      fresh(async (db) => renderEmbed(await requirePublishedCredential(db, guid), urls, clock()));
    return sendPrepared(cache, pageKeys.embed(`${guid}`), load, request, reply);
  });
}

function renderEmbed(credential: PublishedCredential, urls: Urls, now: Date): PreparedResponse {
  const shown = createCredentialView(credential, urls, now);
  const html = view({ ...shown, stylePath: style.path });
  const policy = pagePolicy(
    { 'frame-ancestors': ['*'], 'form-action': ["'none'"], ...shown.branding.policy },
    true,
  );
  return preparePage(
    html,
    policy,
    credentialCacheTags(credential),
    statusLifetimeMs(credential, now),
  );
}
