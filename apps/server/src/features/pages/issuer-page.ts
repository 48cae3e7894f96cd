import { pagePaths } from '@insignia/contract';
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
import { createIssuerView, createPageBranding, type IssuerView } from './branding.ts';
import { type PageDeps, pageKeys, preparePage } from './cached-pages.ts';
import {
  renderBranded,
  renderHead,
  renderLogo,
  renderVerifiedMark,
  standardLink,
  stylePath,
} from './layout.ts';
import { findIssuerForPage, type PageIssuer } from './store.ts';

type ViewData = IssuerView & {
  site: string;
  email: string;
  host: string;
  document: string;
  t: PublicTexts;
  verified: string;
  /** HTML of the logo. */
  shown: string;
  standard: string;
};

const view = defineView<ViewData>(import.meta.url, './views/issuer.eta');

/** An issuer's page. Lists neither badges, which may not be public yet, nor recipients. */
export function issuerPage(app: App, { fresh, urls, cache }: PageDeps): void {
  app.get<{ Params: { guid: string } }>(pagePaths.issuer, (request, reply) => {
    const guid = parseGuid(request.params.guid);
    const read = async (db: Database) => {
      const issuer = guid && (await findIssuerForPage(db, guid));
      if (!issuer) throw new Problem('issuer_not_found');
      return render(issuer, urls);
    };
    return sendPrepared(cache, pageKeys.issuer(`${guid}`), () => fresh(read), request, reply);
  });
}

function render(issuer: PageIssuer, urls: Urls): PreparedResponse {
  const { issuerId: id, issuerName, issuerUrl: site, issuerEmail: email } = issuer;
  const title = toPlainLine(issuerName);
  const document = urls.issuer(id);
  const branding = createPageBranding(issuer, urls);
  const { t } = branding;
  const about = issuer.isVerified ? t.head.issuer(title) : t.head.unverified(title);
  const issuerView = createIssuerView(issuer, urls);
  const { logo: image } = issuerView;
  const content = view({
    ...{
      ...issuerView,
      site,
      email,
      document,
      t,
      standard: standardLink,
      host: new URL(site).host,
    },
    ...{ shown: renderLogo(branding, 'logo'), verified: renderVerifiedMark({ t }) },
  });
  const head = renderHead({
    ...{ title, about, image, document, stylePath, page: urls.issuerPage(id) },
    ...{ site: title, locale: branding.lang },
    isIndexable: isIndexable(issuer),
  });
  const html = renderBranded({ title, issuer: issuerView, branding, head, content });
  return preparePage(html, pagePolicy(branding.policy), [
    cacheTag.issuer(id),
    cacheTag.account(issuer.accountId),
  ]);
}
