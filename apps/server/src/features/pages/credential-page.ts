import { createHash } from 'node:crypto';
import { pagePaths } from '@insignia/contract';
import { type CertificateDesign, sheetSize } from '@insignia/design';
import type { Urls } from '../../kernel/urls.ts';
import { type Database, isDatabaseUnavailable } from '../../platform/db/index.ts';
import type { App, PreparedResponse } from '../../platform/http/index.ts';
import { defineAsset, defineView, pagePolicy } from '../../platform/pages/index.ts';
import { findSheet } from '../files/index.ts';
import {
  credentialCacheTags,
  isCredentialIndexable,
  type PublicStatus,
  type PublishedCredential,
  parseGuid,
  requirePublishedCredential,
  sendPrepared,
  statusLifetimeMs,
} from '../published/index.ts';
import { ensureShortCode } from '../short-codes/index.ts';
import { type PageDeps, pageKeys, preparePage } from './cached-pages.ts';
import { type CredentialView, createCredentialView } from './credential-view.ts';
import { renderBadgeDetails, renderCredentialDetails } from './details.ts';
import {
  pageStyle,
  renderBranded,
  renderHead,
  renderIssuedBy,
  standardLink,
  stylePath,
} from './layout.ts';

const script = defineAsset(import.meta.url, './assets/credential.js');
const { path: scriptPath } = script;
/** A page without its code is outdated as soon as the code can be written. */
const LIFETIME_WITHOUT_CODE_MS = 1_000;

/** The picture of the certificate. */
type CertificateView = {
  picture: string;
  width: number;
  height: number;
  isTall: boolean;
  paper: string;
};

type Sheet = Pick<CertificateDesign, 'paper' | 'orientation'>;

const paperNames = { a4: 'A4', letter: 'US Letter' } as const;

const view = defineView<
  CredentialView &
    Record<'issuedBy' | 'attributes' | 'story' | 'details' | 'standard' | 'scriptTexts', string> & {
      shortCode: string | null;
      certificate: CertificateView;
    }
>(import.meta.url, './views/credential.eta');

/** The page that recipients share and verifiers open. */
export function credentialPage(
  app: App,
  { db: primary, fresh, urls, clock, cache }: PageDeps & { db: Database },
): void {
  pageStyle.serve(app);
  script.serve(app);

  app.get<{ Params: { guid: string } }>(pagePaths.credential, (request, reply) => {
    const guid = parseGuid(request.params.guid);
    const load = () =>
      fresh(async (db) => {
        const credential = await requirePublishedCredential(db, guid);
        const shortCode = await findOrAssignCode(primary, credential);
        const sheet = await findSheet(db, credential);
        return render({ ...credential, shortCode }, sheet, urls, clock());
      });
    return sendPrepared(cache, pageKeys.credential(`${guid}`), load, request, reply);
  });
}

/** Null if the code can't be written now. Reading a page needs no writable database. */
function findOrAssignCode(
  primary: Database,
  credential: PublishedCredential,
): Promise<string | null> {
  return ensureShortCode(primary, credential).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  });
}

const ownScript = { 'script-src': ["'self'"], 'connect-src': ["'self'"] };

function render(
  credential: PublishedCredential,
  sheet: Sheet,
  urls: Urls,
  now: Date,
): PreparedResponse {
  const credentialView = createCredentialView(credential, urls, now);
  const { title, about, branding, issuer, t } = credentialView;
  const { page, assertion: document, card: image, oembed } = credentialView.urls;
  const head = renderHead({
    ...{ title, about, page, document, image, stylePath, scriptPath },
    ...(!urls.isStatic && { oembed }),
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
      expired: t.state.expired,
    },
    // The service words findings in English.
    isEnglish: branding.lang === 'en',
  });
  const content = view({
    ...{
      ...credentialView,
      shortCode: credential.shortCode,
      certificate: createCertificateView(credential, credentialView.state, sheet, urls),
      standard: standardLink,
      scriptTexts,
      issuedBy: renderIssuedBy(issuer, branding),
    },
    ...renderCredentialDetails(credential.credentialDetails, credential.details, branding),
    details: renderBadgeDetails(credential.details, t),
  });
  const html = renderBranded({ title, issuer, branding, head, content });
  const policy = pagePolicy({ ...ownScript, ...branding.policy });
  const lifetimeMs = statusLifetimeMs(credential, now);
  return preparePage(
    html,
    policy,
    credentialCacheTags(credential),
    credential.shortCode === null ? Math.min(LIFETIME_WITHOUT_CODE_MS, lifetimeMs) : lifetimeMs,
  );
}

function createCertificateView(
  credential: PublishedCredential,
  state: PublicStatus,
  sheet: Sheet,
  urls: Urls,
): CertificateView {
  // All that the certificate shows. Only caches use it, so more does no harm.
  const content = JSON.stringify([credential, state]);
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const { width, height } = sheetSize(sheet);
  return {
    picture: urls.certificatePicture(credential.id, version),
    ...{ width: Math.round(width * 4), height: Math.round(height * 4) },
    isTall: height > width,
    paper: paperNames[sheet.paper],
  };
}
