import * as contract from '@insignia/contract';
import type { Database } from '../../platform/db/index.ts';
import type { Implement, Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { parseGuid, requirePublishedCredential } from '../published/index.ts';
import { badgePage } from './badge-page.ts';
import type { PageDeps } from './cached-pages.ts';
import { credentialPage } from './credential-page.ts';
import { createCredentialView, createEmbedSnippet } from './credential-view.ts';
import { credentialEmbed } from './embed.ts';
import { issuerPage } from './issuer-page.ts';
import { fitEmbedSize, parsePageUrlId } from './rules.ts';

type RegisterDeps = PageDeps & { db: Database };

/** Registers the pages of credentials, badges and issuers, and their oEmbed. */
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
      const shown = createCredentialView(found, urls, clock());
      const size = fitEmbedSize(maxwidth, maxheight);
      return {
        ...({ version: '1.0', type: 'rich', cache_age: 300 } as const),
        ...{ provider_name: 'Insignia', provider_url: urls.base, title: shown.title },
        ...{ author_name: found.issuerName, author_url: found.issuerUrl },
        ...size,
        html: createEmbedSnippet(shown.urls.embed, shown.title, size),
        ...{ thumbnail_url: shown.urls.card, thumbnail_width: 1_200, thumbnail_height: 630 },
      };
    },
  });
}
