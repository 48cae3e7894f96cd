import * as contract from '@insignia/contract';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { App, Implement, PreparedResponse, Scope } from '../../platform/http/index.ts';
import {
  createPageScope,
  defineStylesheet,
  defineView,
  pagePolicy,
} from '../../platform/pages/index.ts';
import {
  credentialCacheTags,
  type PublishedCredential,
  parseGuid,
  requirePublishedCredential,
  sendPrepared,
  statusLifetimeMs,
} from '../published/index.ts';
import { badgePage } from './badge-page.ts';
import { type PageDeps, pageKeys, preparePage } from './cached-pages.ts';
import { credentialPage } from './credential-page.ts';
import {
  type CredentialView,
  createCredentialView,
  createEmbedSnippet,
} from './credential-view.ts';
import { issuerPage } from './issuer-page.ts';
import { fitEmbedSize, parsePageUrlId } from './rules.ts';

export { pageReads } from './cached-pages.ts';
export { createLearnerWalletLink, createShareLinks, type ShareLink } from './credential-view.ts';
export { getNotFoundTexts, replyNotFound } from './not-found.ts';

type RegisterDeps = PageDeps & { db: Database };

/** Registers the pages of credentials, badges and issuers, and the oEmbed operation. */
export function registerPages(scope: Scope, deps: RegisterDeps) {
  scope.within(createPageScope(deps.urls.base), (pages) => {
    for (const page of [credentialPage, credentialEmbed, badgePage, issuerPage])
      page(pages.app, deps);
  });
  return oembedRoute(scope.implement, deps);
}

/** oEmbed 1.0 for pages of credentials. */
function oembedRoute(
  implement: Implement,
  { db, urls, clock }: Pick<RegisterDeps, 'db' | 'urls' | 'clock'>,
) {
  return implement(contract.oembedOperations, {
    oembed: async ({ query: { url, maxwidth, maxheight } }) => {
      const guid = parseGuid(parsePageUrlId(url, urls.base) ?? '');
      const found = await requirePublishedCredential(db, guid);
      const view = createCredentialView(found, urls, clock());
      const size = fitEmbedSize(maxwidth, maxheight);
      return {
        ...({ version: '1.0', type: 'rich', cache_age: 300 } as const),
        ...{ provider_name: 'Insignia', provider_url: urls.base, title: view.title },
        ...{ author_name: found.issuerName, author_url: found.issuerUrl },
        ...size,
        html: createEmbedSnippet(view.urls.embed, view.title, size),
        ...{ thumbnail_url: view.urls.card, thumbnail_width: 1_200, thumbnail_height: 630 },
      };
    },
  });
}

const renderEmbedView = defineView<CredentialView & { stylePath: string }>(
  import.meta.url,
  './views/embed.eta',
);
const embedStyle = defineStylesheet(import.meta.url, './assets/embed.css');

/** The embeddable form of a credential's page. */
function credentialEmbed(app: App, { fresh, urls, clock, cache }: PageDeps): void {
  // Old browsers would apply X-Frame-Options and ignore the policy that allows embedding.
  const framed = {
    config: {
      helmet: { frameguard: false, crossOriginResourcePolicy: { policy: 'cross-origin' } },
    } as object,
  };
  embedStyle.serve(app);
  app.get<{ Params: { guid: string } }>(contract.pagePaths.embed, framed, (request, reply) => {
    const guid = parseGuid(request.params.guid);
    const load = () =>
      fresh(async (db) => renderEmbed(await requirePublishedCredential(db, guid), urls, clock()));
    return sendPrepared(cache, pageKeys.embed(`${guid}`), load, request, reply);
  });
}

function renderEmbed(credential: PublishedCredential, urls: Urls, now: Date): PreparedResponse {
  const view = createCredentialView(credential, urls, now);
  const html = renderEmbedView({ ...view, stylePath: embedStyle.path });
  const policy = pagePolicy(
    { 'frame-ancestors': ['*'], 'form-action': ["'none'"], ...view.branding.policy },
    true,
  );
  return preparePage(
    html,
    policy,
    credentialCacheTags(credential),
    statusLifetimeMs(credential, now),
  );
}
