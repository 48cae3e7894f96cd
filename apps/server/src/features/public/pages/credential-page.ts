import { pagePaths } from '@insignia/contract';
import type { Urls } from '../../../kernel/urls.ts';
import type { App, PreparedResponse } from '../../../platform/http/index.ts';
import { defineAsset, defineView, pagePolicy } from '../../../platform/pages/index.ts';
import { type CredentialView, credentialView } from '../credential-view.ts';
import { preparePage } from '../prepare-page.ts';
import { readCredential } from '../read-credential.ts';
import { isCredentialIndexable, sourcesOf } from '../rules.ts';
import { guidOf, sendPrepared } from '../send-prepared.ts';
import { staysFor } from '../stays-for.ts';
import type { WholeCredential } from '../store.ts';
import { type PageDeps, standard, style, stylePath } from './deps.ts';
import { detailsOf } from './details.ts';
import { headOf } from './head.ts';
import { issuedBy } from './issued-by.ts';
import { renderBranded } from './layout.ts';
import { pageKeys } from './reads.ts';
import { saidBy } from './said.ts';

const script = defineAsset(import.meta.url, './assets/credential.js');
const { path: scriptPath } = script;
const view = defineView<
  CredentialView &
    Record<'issuedBy' | 'attributes' | 'story' | 'details' | 'standard' | 'scriptTexts', string>
>(import.meta.url, './views/credential.eta');

/** The page that recipients share and verifiers open. */
export function credentialPage(app: App, { fresh, urls, clock, cache }: PageDeps): void {
  style.serve(app);
  script.serve(app);

  app.get<{ Params: { guid: string } }>(pagePaths.credential, (request, reply) => {
    const guid = guidOf(request.params.guid);
    const load = () => fresh(async (db) => render(await readCredential(db, guid), urls, clock()));
    return sendPrepared(cache, pageKeys.credential(`${guid}`), load, request, reply);
  });
}

const ownScript = { 'script-src': ["'self'"], 'connect-src': ["'self'"] };

function render(credential: WholeCredential, urls: Urls, now: Date): PreparedResponse {
  const shown = credentialView(credential, urls, now);
  const { title, about, branding, issuer, t } = shown;
  const { page, assertion: document, card: image, oembed } = shown.urls;
  const head = headOf({
    ...{ title, about, page, document, image, oembed, stylePath, scriptPath },
    ...{ isCard: true, site: issuer.plainName, locale: branding.lang },
    isIndexable: isCredentialIndexable(credential),
  });
  const { verify, share } = t;
  const scriptTexts = JSON.stringify({
    ...{
      ...verify,
      hostedAt: verify.hostedAt(urls.host),
      copied: share.copied,
      pressKeys: share.pressKeys,
    },
    // The service words findings in English.
    isEnglish: branding.lang === 'en',
  });
  const content = view({
    ...{ ...shown, standard, scriptTexts, issuedBy: issuedBy(issuer, branding) },
    ...saidBy(credential.said, credential.details, branding),
    details: detailsOf(credential.details, t),
  });
  const html = renderBranded({ title, issuer, branding, head, content });
  const policy = pagePolicy({ ...ownScript, ...branding.policy });
  return preparePage(html, policy, sourcesOf(credential), staysFor(credential, now));
}
