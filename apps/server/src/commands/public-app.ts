import { availableParallelism } from 'node:os';
import { type Language, languages, pagePaths } from '@insignia/contract';
import type { Config } from '../config/index.ts';
import { readOfflineVerifier } from '../features/dashboard/index.ts';
import { createReplicaDocuments, registerDocuments } from '../features/documents/index.ts';
import { registerFiles } from '../features/files/index.ts';
import { getNotFoundTexts, registerPages, replyNotFound } from '../features/pages/index.ts';
import { cacheTag } from '../features/published/index.ts';
import { createSigning, issuerKeySecrets, SignerCache } from '../features/signing/index.ts';
import { type AnswerRequest, escapeHtml } from '../features/static-export/index.ts';
import { renderOfflinePage, renderOfflineVerifier } from '../features/verifier/index.ts';
import type { Clock } from '../kernel/clock.ts';
import { getTextDirection } from '../kernel/language.ts';
import { Problem } from '../kernel/problem.ts';
import type { Urls } from '../kernel/urls.ts';
import { type Database, isDatabaseUnavailable } from '../platform/db/index.ts';
import type { InvalidateTags } from '../platform/db/invalidation.ts';
import { createFlatThread } from '../platform/drawing/index.ts';
import {
  closeApp,
  createApp,
  createScope,
  RequestLimits,
  ResponseCache,
} from '../platform/http/index.ts';
import {
  createCachedImageStore,
  type ImageReference,
  openImageStore,
} from '../platform/images/index.ts';
import { createFairQueue } from '../platform/limits/fair-queue.ts';
import type { Logger } from '../platform/log/index.ts';
import { createPageScope, pageFiles, pageStylesheet } from '../platform/pages/index.ts';
import { createSealer, openSecrets, readSecretMark } from '../platform/secrets/index.ts';
import { createTypesetter, type Typesetter } from '../platform/typeset/index.ts';
import { imageReferences } from '../program/registry.ts';
import { CommandError } from './command-error.ts';

export type PublicAppParts = {
  config: Config;
  clock: Clock;
  db: Database;
  log: Logger;
  announce: InvalidateTags;
};

const pictureBytes = 8 * 1024 * 1024;
/** Only badges and issuers are asked for more than once. */
const cacheBytes = 1024 * 1024;
/** One page with pictures and its design are drawn at once. */
const DRAWINGS = 2;

/** Status lists are valid for at least ten years, and change only once a year without a revocation. */
const chooseListEnd = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear() + 11, 0, 1));

/** Drawing takes most of the time, so each core has a thread for it, but one. */
function createTypesetters(log: Logger): Typesetter {
  const count = Math.max(1, availableParallelism() - 1);
  const all = Array.from({ length: count }, () => createTypesetter(log));
  let turn = 0;
  return {
    set: (job) => (all[turn++ % count] as Typesetter).set(job),
    stop: async () => {
      await Promise.all(all.map((each) => each.stop()));
    },
  };
}

/** The public part of the service, which answers requests of this process only. */
export async function startPublicApp(
  { config, clock, db, log, announce }: PublicAppParts,
  urls: Urls,
): Promise<{
  answer: AnswerRequest;
  imageReferences: readonly ImageReference[];
  stop: () => Promise<void>;
}> {
  const secrets = await openSecrets(config);
  secrets.use((await readSecretMark(db)) ?? secrets.mark);
  const cache = new ResponseCache(cacheBytes, isDatabaseUnavailable, 0, (prepared) => prepared);
  const limits = new RequestLimits(0, []);
  const app = await createApp({
    ...{ baseUrl: urls.base, trustProxy: [], requestTimeoutMs: 60_000, log, limits },
    ...{ signals: db.signals, workOfWrites: [], answerAbsent: replyNotFound },
    onDiskFull: () => {},
    middleware: (next) => next,
  });
  // Node lists the headers of prepared responses only if another one was set before.
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.setHeader('x-static-export', 'yes');
  });
  const refuse = async (): Promise<never> => {
    throw new Problem('unauthorized');
  };
  const scope = createScope(app, {
    ...{ authenticate: refuse, limits, settings: config },
  });
  const typesetter = createTypesetters(log);
  const flatThread = createFlatThread(log);
  const documents = createReplicaDocuments(db, urls, undefined);
  const signing = createSigning({
    ...{ db, clock, urls, sealer: createSealer(secrets, issuerKeySecrets.purpose) },
    ...{ signerCache: new SignerCache(), issuerCacheTag: cacheTag.issuer, chooseListEnd },
    invalidateIssuer: (issuerId) => announce(cacheTag.issuer(issuerId)),
  });
  const images = createCachedImageStore(await openImageStore(config), pictureBytes);
  const shared = { db, clock, urls, cache, documents, signing, images };
  registerDocuments(scope, { ...shared, imageReferences, staticFiles: pageFiles });
  registerFiles(scope, {
    ...{ ...shared, typesetter, flatThread },
    pictureQueue: createFairQueue({ slots: DRAWINGS, slotsPerClient: DRAWINGS }),
  });
  registerPages(scope, { ...shared, fresh: (read) => read(db) });
  scope.within(createPageScope(urls.base), (pages) => {
    pageStylesheet.serve(pages.app);
  });
  return {
    imageReferences,
    answer: async (path, accept) => {
      const found = await app.inject({
        method: 'GET',
        url: path,
        headers: { accept, host: urls.host },
      });
      const { statusCode: status, headers, rawPayload: bytes } = found;
      const policy = headers['content-security-policy'];
      const type = String(headers['content-type'] ?? '');
      return { status, type, bytes, policy: policy === undefined ? undefined : String(policy) };
    },
    stop: async () => {
      await closeApp(app);
      await typesetter.stop();
      await flatThread.stop();
    },
  };
}

/** The other languages follow, because files can't be chosen by the reader's language. */
function renderAbsent(kind: 'erased' | 'page'): string {
  const describe = (language: Language): string => {
    const { title, lead } = getNotFoundTexts(language)[kind];
    const level = language === 'en' ? 'h1' : 'h2';
    return `<section class="card" lang="${language}" dir="${getTextDirection(language)}"><${level}>${escapeHtml(title)}</${level}><p>${escapeHtml(lead)}</p></section>`;
  };
  return renderOfflinePage({
    title: getNotFoundTexts('en')[kind].title,
    content: languages.map(describe).join('\n'),
  });
}

export async function listFixedFiles(clock: Clock) {
  const script = await readOfflineVerifier();
  if (!script)
    throw new CommandError(
      'unfit',
      "the page that verifies in the browser isn't built. Run npm ci && npm run build",
    );
  const { page, scriptPath } = renderOfflineVerifier(script, clock());
  const [verify, missing, gone] = [page, renderAbsent('page'), renderAbsent('erased')].map((html) =>
    Buffer.from(html),
  ) as [Buffer, Buffer, Buffer];
  const html = 'text/html';
  return {
    gonePage: gone,
    fixedFiles: [
      { path: scriptPath, type: 'text/javascript', bytes: script },
      { path: pagePaths.verifier, type: html, bytes: verify },
      { path: '/', type: html, bytes: verify },
      { path: '/404.html', type: html, bytes: missing },
      { path: '/gone.html', type: html, bytes: gone },
    ],
  };
}
