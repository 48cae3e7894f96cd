import { pagePaths } from '@insignia/contract';
import { parseMarkdown, renderHtml, renderPlainText } from '@insignia/markdown';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { App, PreparedResponse } from '../../platform/http/index.ts';
import { defineView, pagePolicy } from '../../platform/pages/index.ts';
import {
  cacheTag,
  isIndexable,
  type PublicTexts,
  parseGuid,
  sendPrepared,
  toPlainLine,
} from '../published/index.ts';
import { createIssuerView, createPageBranding } from './branding.ts';
import { type PageDeps, pageKeys, preparePage } from './cached-pages.ts';
import { renderBadgeDetails, renderBadgeFacts } from './details.ts';
import { renderBranded, renderHead, renderIssuedBy, standardLink, stylePath } from './layout.ts';
import { truncateAtWord } from './rules.ts';
import { findBadgeForPage, type PageBadge } from './store.ts';

type ViewData = {
  name: string;
  /** HTML from the safe subset of Markdown. */
  description: string;
  criteria: string;
  image: string;
  issuedBy: string;
  /** HTML: achievement type, hours and credits; skills and topics. */
  facts: string;
  details: string;
  document: string;
  t: PublicTexts;
  standard: string;
};

const view = defineView<ViewData>(import.meta.url, './views/badge.eta');

/** A badge's page. Says nothing about its recipients. */
export function badgePage(app: App, { fresh, urls, cache }: PageDeps): void {
  app.get<{ Params: { guid: string } }>(pagePaths.badge, (request, reply) => {
    const guid = parseGuid(request.params.guid);
    const read = async (db: Database) => {
      const badge = guid && (await findBadgeForPage(db, guid));
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
  const title = toPlainLine(name);
  const issuer = createIssuerView(badge, urls);
  const branding = createPageBranding(badge, urls);
  const { t } = branding;
  const about = truncateAtWord(
    toPlainLine(`${t.head.badge(issuerName)} ${renderPlainText(description)}`),
    200,
  );
  const content = view({
    ...{ name, image, document, t, standard: standardLink, description: renderHtml(description) },
    criteria: renderHtml(parseMarkdown(badge.criteria)),
    issuedBy: renderIssuedBy(issuer, branding),
    facts: renderBadgeFacts(badge.details, branding),
    details: renderBadgeDetails(badge.details, t),
  });
  const head = renderHead({
    ...{ title, about, image, document, stylePath, page: urls.badgePage(id) },
    ...{ site: issuer.plainName, locale: branding.lang },
    isIndexable: isIndexable(badge),
  });
  const html = renderBranded({ title, issuer, branding, head, content });
  return preparePage(html, pagePolicy(branding.policy), [
    cacheTag.badge(id),
    cacheTag.issuer(issuerId),
    cacheTag.account(badge.accountId),
  ]);
}
