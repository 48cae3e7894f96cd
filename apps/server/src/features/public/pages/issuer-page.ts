import { pagePaths } from '@insignia/contract';
import { Problem } from '../../../kernel/problem.ts';
import type { Urls } from '../../../kernel/urls.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { App, PreparedResponse } from '../../../platform/http/index.ts';
import { defineView, pagePolicy } from '../../../platform/pages/index.ts';
import { brandingOf } from '../branding.ts';
import { type IssuerView, issuerView } from '../issuer-view.ts';
import { preparePage } from '../prepare-page.ts';
import { isIndexable, plain, sourceOf } from '../rules.ts';
import { guidOf, sendPrepared } from '../send-prepared.ts';
import type { PublicTexts } from '../texts/index.ts';
import { type PageDeps, standard, stylePath } from './deps.ts';
import { headOf } from './head.ts';
import { verifiedMark } from './issued-by.ts';
import { renderBranded } from './layout.ts';
import { logoOf } from './logo.ts';
import { pageKeys } from './reads.ts';
import { issuerForPage, type PageIssuer } from './store.ts';

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
    const guid = guidOf(request.params.guid);
    const read = async (db: Database) => {
      const issuer = guid && (await issuerForPage(db, guid));
      if (!issuer) throw new Problem('issuer_not_found');
      return render(issuer, urls);
    };
    return sendPrepared(cache, pageKeys.issuer(`${guid}`), () => fresh(read), request, reply);
  });
}

function render(issuer: PageIssuer, urls: Urls): PreparedResponse {
  const { issuerId: id, issuerName, issuerUrl: site, issuerEmail: email } = issuer;
  const title = plain(issuerName);
  const document = urls.issuer(id);
  const branding = brandingOf(issuer, urls);
  const { t } = branding;
  const about = issuer.isVerified ? t.head.issuer(title) : t.head.unverified(title);
  const shown = issuerView(issuer, urls);
  const { logo: image } = shown;
  const content = view({
    ...{ ...shown, site, email, document, t, standard, host: new URL(site).host },
    ...{ shown: logoOf(branding, 'logo'), verified: verifiedMark({ t }) },
  });
  const head = headOf({
    ...{ title, about, image, document, stylePath, page: urls.issuerPage(id) },
    ...{ site: title, locale: branding.lang },
    isIndexable: isIndexable(issuer),
  });
  const html = renderBranded({ title, issuer: shown, branding, head, content });
  return preparePage(html, pagePolicy(branding.policy), [
    sourceOf.issuer(id),
    sourceOf.account(issuer.accountId),
  ]);
}
