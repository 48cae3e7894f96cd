import { pagePaths } from '@insignia/contract';
import { htmlOf, parseMarkdown, plainOf } from '@insignia/markdown';
import { Problem } from '../../../kernel/problem.ts';
import type { Urls } from '../../../kernel/urls.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { App, PreparedResponse } from '../../../platform/http/index.ts';
import { defineView, pagePolicy } from '../../../platform/pages/index.ts';
import { brandingOf } from '../branding.ts';
import { issuerView } from '../issuer-view.ts';
import { preparePage } from '../prepare-page.ts';
import { isIndexable, plain, sourceOf } from '../rules.ts';
import { guidOf, sendPrepared } from '../send-prepared.ts';
import type { PublicTexts } from '../texts/index.ts';
import { type PageDeps, standard, stylePath } from './deps.ts';
import { detailsOf } from './details.ts';
import { headOf } from './head.ts';
import { issuedBy } from './issued-by.ts';
import { renderBranded } from './layout.ts';
import { pageKeys } from './reads.ts';
import { cut } from './rules.ts';
import { kindOf } from './said.ts';
import { badgeForPage, type PageBadge } from './store.ts';

type ViewData = {
  name: string;
  /** HTML from the safe subset of Markdown. */
  description: string;
  criteria: string;
  image: string;
  issuedBy: string;
  /** HTML: achievement type, skills and topics. */
  kind: string;
  details: string;
  document: string;
  t: PublicTexts;
  standard: string;
};

const view = defineView<ViewData>(import.meta.url, './views/badge.eta');

/** A badge's page. Says nothing about its recipients. */
export function badgePage(app: App, { fresh, urls, cache }: PageDeps): void {
  app.get<{ Params: { guid: string } }>(pagePaths.badge, (request, reply) => {
    const guid = guidOf(request.params.guid);
    const read = async (db: Database) => {
      const badge = guid && (await badgeForPage(db, guid));
      if (!badge) throw new Problem('badge_not_found');
      return render(badge, urls);
    };
    return sendPrepared(cache, pageKeys.badge(`${guid}`), () => fresh(read), request, reply);
  });
}

function render(badge: PageBadge, urls: Urls): PreparedResponse {
  const { id, name, issuerId, issuerName } = badge;
  const description = parseMarkdown(badge.description);
  const image = urls.image(badge.pictureCid);
  const document = urls.badge(id);
  const title = plain(name);
  const issuer = issuerView(badge, urls);
  const branding = brandingOf(badge, urls);
  const { t } = branding;
  const about = cut(plain(`${t.head.badge(issuerName)} ${plainOf(description)}`), 200);
  const content = view({
    ...{ name, image, document, t, standard, description: htmlOf(description) },
    criteria: htmlOf(parseMarkdown(badge.criteria)),
    issuedBy: issuedBy(issuer, branding),
    kind: kindOf(badge.details, t),
    details: detailsOf(badge.details, t),
  });
  const head = headOf({
    ...{ title, about, image, document, stylePath, page: urls.badgePage(id) },
    ...{ site: issuer.plainName, locale: branding.lang },
    isIndexable: isIndexable(badge),
  });
  const html = renderBranded({ title, issuer, branding, head, content });
  return preparePage(html, pagePolicy(branding.policy), [
    sourceOf.badge(id),
    sourceOf.issuer(issuerId),
    sourceOf.account(badge.accountId),
  ]);
}
