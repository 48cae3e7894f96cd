import * as contract from '@insignia/contract';
import type { Clock } from '../../../kernel/clock.ts';
import type { Urls } from '../../../kernel/urls.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Implement } from '../../../platform/http/index.ts';
import { createCredentialView, createEmbedSnippet } from '../credential-view.ts';
import { requirePublishedCredential } from '../read-credential.ts';
import { parseGuid } from '../send-prepared.ts';
import { fitEmbedSize, parsePageUrlId } from './rules.ts';

type OembedDeps = { db: Database; urls: Urls; clock: Clock };

/** oEmbed 1.0 for pages of credentials. */
export function oembedRoute(implement: Implement, { db, urls, clock }: OembedDeps) {
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
