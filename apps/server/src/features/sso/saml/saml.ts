import { randomBytes } from 'node:crypto';
import { type ErrorDetail, pagePaths, type SsoConnectionChange } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../../kernel/clock.ts';
import { readId } from '../../../kernel/id.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { Urls } from '../../../kernel/urls.ts';
import type { Database } from '../../../platform/db/index.ts';
import { type App, clientAddress, readFormFields } from '../../../platform/http/index.ts';
import type { MainThreadTurns } from '../../../platform/limits/main-thread.ts';
import type { ProviderClient } from '../../../platform/outbound/index.ts';
import { sha256 } from '../../../platform/secrets/crypto.ts';
import { MissingSecretError, type Sealer } from '../../../platform/secrets/index.ts';
import { hashState, requireSameBrowser } from '../flow.ts';
import type { SettingsChange, SignInAttempt, SignInFlow, SsoProtocol } from '../protocol.ts';
import {
  isSoon,
  type SsoCheck,
  type SsoIdentity,
  type SsoReason,
  SsoRefusal,
  signInLifetimeMs,
} from '../rules.ts';
import { type Connection, findConnection, insertSsoRequest, type SsoRequest } from '../store.ts';
import { MetadataError } from './idp-metadata.ts';
import { fetchMetadata, parseMetadata, refreshMs } from './metadata-refresh.ts';
import {
  createProviderKey,
  createRequestUrl,
  type Provider,
  type ProviderKey,
  renderProviderMetadata,
} from './provider.ts';
import { type SamlReason, SamlRefusal, samlReasons } from './refusal.ts';
import { readSamlMessage, type SamlMessage, verifySamlMessage } from './response.ts';
import {
  consumeResult,
  type IdpMetadata,
  readMetadata,
  saveMetadata,
  saveResult,
} from './store.ts';

export type SamlDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  sealer: Sealer;
  provider: ProviderClient;
  mainThread: MainThreadTurns;
  /** Contact in our metadata. */
  operatorEmail: string;
};

type SamlSettings = {
  metadataUrl: string | null;
  metadataXml: string | null;
  idpEntityId: string;
};
const readSettings = ({ settings }: Pick<Connection, 'settings'>) =>
  settings as unknown as SamlSettings;

/** A proven identity, as JSON. */
type SamlResult = {
  idpEntityId: string;
  identity: SsoIdentity;
  checks: SsoCheck[];
  request: Omit<SsoRequest, 'browser'> & { browser: string | null };
};

/** How long a proven identity waits between the provider's POST and our own page. */
const resultLifetimeMs = 2 * 60_000;
const MAX_FORM_BYTES = 512 * 1024;
const formType = 'application/x-www-form-urlencoded';

/** SAML 2.0: Web Browser SSO by redirect and POST, started here. */
export function createSaml(deps: SamlDeps): SsoProtocol {
  const { db, clock, urls } = deps;
  return {
    prepare: (input, isNew) => prepare(deps, input, isNew),

    describe: (connection) => {
      const { metadataUrl, metadataXml } = readSettings(connection);
      const entityId = urls.ssoMetadata(connection.id);
      const own = { spMetadataUrl: entityId, entityId, acsUrl: urls.ssoAcs(connection.id) };
      return { saml: { metadataUrl, metadataXml, ...own } };
    },

    async findWarnings({ id }, now) {
      const metadata = await readMetadata(db, id);
      // While the provider changes certificates there are two, and the earlier one may expire.
      const last = metadata?.certificates.toSorted((a, b) => +b.expires - +a.expires)[0];
      const until = metadata?.error ? metadata.validUntil : undefined;
      const all = [
        ...(last ? [{ subject: metadata?.entityId ?? null, at: last.expires }] : []),
        ...(until ? [{ subject: metadata?.error ?? null, at: until }] : []),
      ];
      return all
        .filter(({ at }) => isSoon(at.getTime(), now.getTime()))
        .map(({ subject, at }) => ({ kind: 'certificate', subject, at: at.toISOString() }));
    },

    async start(connection, { loginHint: _, isFresh, ...started }) {
      const { ssoUrl } = await requireMetadata(deps, connection);
      const requestId = `_${randomBytes(20).toString('hex')}`;
      const isSaved = await insertSsoRequest(db, {
        ...{ ...started, id: hashState(requestId), connectionId: connection.id, kind: 'sign-in' },
        ...{ nonce: null, verifier: null },
        expiresAt: new Date(clock().getTime() + signInLifetimeMs),
      });
      if (!isSaved) throw new SsoRefusal('connectionOff');
      return createRequestUrl(describeProvider(deps, connection), { ssoUrl, requestId, isFresh });
    },

    register: (app, flow) => registerRoutes(app, deps, flow),
  };
}

async function prepare(
  deps: SamlDeps,
  { protocol, saml, oidc }: SsoConnectionChange,
  isNew: boolean,
): Promise<SettingsChange> {
  const now = deps.clock();
  const { metadata, errors } = await readInput(deps, saml, now);
  const absent = isNew && !saml ? [{ path: 'saml', message: `is required for ${protocol}` }] : [];
  const foreign = oidc ? [{ path: 'oidc', message: 'must be absent for saml' }] : [];
  const all = [...absent, ...foreign, ...errors];
  const key = isNew && all.length === 0 ? await createProviderKey(deps.urls.base, now) : undefined;
  return {
    findErrors: () => all,
    apply(before) {
      if (!metadata || !saml) return { settings: before?.settings ?? {} };
      const settings: SamlSettings = {
        metadataUrl: saml.metadataUrl ?? null,
        metadataXml: saml.metadataXml ?? null,
        idpEntityId: metadata.entityId,
      };
      const isOtherProvider =
        before !== undefined && readSettings(before).idpEntityId !== metadata.entityId;
      return { settings, secret: key && JSON.stringify([key]), isOtherProvider };
    },
    async saved(trx, connectionId) {
      if (!metadata) return;
      const refreshAt = new Date(now.getTime() + refreshMs);
      const url = saml?.metadataUrl ?? null;
      await saveMetadata(trx, connectionId, metadata, { url, now, refreshAt });
    },
  };
}

type ReadInput = { metadata?: IdpMetadata; errors: ErrorDetail[] };

async function readInput(
  { provider }: SamlDeps,
  saml: SsoConnectionChange['saml'],
  now: Date,
): Promise<ReadInput> {
  if (!saml) return { errors: [] };
  const { metadataUrl, metadataXml } = saml;
  if ((metadataUrl === undefined) === (metadataXml === undefined))
    return { errors: [{ path: 'saml', message: 'must have either metadataUrl or metadataXml' }] };
  const path = metadataUrl ? 'saml.metadataUrl' : 'saml.metadataXml';
  const refusal = metadataUrl && (await provider.findSettingRefusal(metadataUrl));
  if (refusal) return { errors: [{ path, message: refusal }] };
  try {
    const metadata = metadataUrl
      ? await fetchMetadata(provider, metadataUrl, now)
      : await parseMetadata(provider, metadataXml ?? '', now);
    return { metadata, errors: [] };
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    return { errors: [{ path, message: error.message }] };
  }
}

/** Returns the stored metadata, unless its `validUntil` is over. */
async function requireMetadata({ db, clock }: SamlDeps, { id }: Connection): Promise<IdpMetadata> {
  const metadata = await readMetadata(db, id);
  if (!metadata) throw new SsoRefusal('providerUnavailable', 'no metadata');
  if (metadata.validUntil && metadata.validUntil <= clock())
    throw new SsoRefusal('providerUnavailable', metadata.error ?? 'metadata expired');
  return metadata;
}

function describeProvider({ urls, sealer }: SamlDeps, { id, secret }: Connection): Provider {
  const own = { entityId: urls.ssoMetadata(id), acsUrl: urls.ssoAcs(id) };
  try {
    const keys: ProviderKey[] = secret ? JSON.parse(sealer.open(secret)) : [];
    return { ...own, keys };
  } catch (error) {
    throw error instanceof MissingSecretError ? new SsoRefusal('secretLost') : error;
  }
}

type Params = { Params: { connectionId: string } };

function registerRoutes(app: App, deps: SamlDeps, flow: SignInFlow): void {
  app.get<Params>(pagePaths.ssoMetadata, (request, reply) => {
    const { connectionId } = request.params;
    return sendMetadata(deps, connectionId, reply).catch((error: unknown) => {
      if (!(error instanceof SsoRefusal)) throw error;
      return flow.guard({ request, reply }, connectionId, () => Promise.reject(error));
    });
  });

  // Responses are larger than the forms of our pages.
  void app.register((child, _options, done) => {
    child.removeContentTypeParser(formType);
    child.addContentTypeParser(
      formType,
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body: string, parsed) => {
        const fields = readFormFields(body);
        if (!fields) return parsed(new Problem('body_too_large'));
        return parsed(null, Object.fromEntries(fields));
      },
    );
    child.post<Params>(pagePaths.ssoAcs, { bodyLimit: MAX_FORM_BYTES }, (request, reply) =>
      flow.guard({ request, reply }, request.params.connectionId, (attempt) =>
        receiveResponse(deps, flow, attempt),
      ),
    );
    done();
  });

  app.get<Params & { Querystring: { code?: unknown } }>(pagePaths.ssoFinish, (request, reply) =>
    flow.guard({ request, reply }, request.params.connectionId, (attempt) =>
      finish(deps, flow, attempt, String(request.query.code ?? '')),
    ),
  );
}

async function sendMetadata(deps: SamlDeps, connectionId: string, reply: FastifyReply) {
  const id = readId(connectionId);
  const connection = id ? await findConnection(deps.db, id) : undefined;
  if (connection?.protocol !== 'saml') throw new Problem('sso_connection_not_found');
  const { base } = deps.urls;
  const description = {
    ...{ name: `Insignia (${new URL(base).host})`, informationUrl: `${base}/` },
    supportEmail: deps.operatorEmail,
  };
  return reply
    .type('application/samlmetadata+xml')
    .header('cache-control', 'public, max-age=300')
    .send(renderProviderMetadata(describeProvider(deps, connection), description));
}

/**
 * Takes the provider's POST, which comes from another site and therefore without our cookie. The proven identity
 * waits for `finish`, so that a response posted by someone else's page signs nobody in.
 */
async function receiveResponse(
  deps: SamlDeps,
  flow: SignInFlow,
  attempt: SignInAttempt,
): Promise<FastifyReply> {
  const { db, clock, urls } = deps;
  const { connection, checks, http } = attempt;
  if (connection.protocol !== 'saml') throw new SsoRefusal('unknownRequest');
  // Anyone may send a response, and its XML takes time.
  const reading = await deps.mainThread.take(clientAddress(http.request));
  const message = await explainRefusal(attempt, async () =>
    readSamlMessage((http.request.body ?? {}) as Record<string, string>),
  ).finally(reading.end);
  await flow.takeRequest(attempt, message.inResponseTo, { isFromOtherSite: true });
  const { request } = attempt;
  if (!request) throw new SsoRefusal('unknownRequest');
  const code = randomBytes(32).toString('base64url');
  await explainRefusal(attempt, async () => {
    // A signed response with many elements takes up to 0.2 s.
    const turn = await deps.mainThread.take(clientAddress(http.request));
    const verified = await verify(deps, connection, message).finally(turn.end);
    const { assertionId, expires, ...person } = verified;
    const identity: SsoIdentity = { ...person, emailVerified: true };
    const { idpEntityId } = readSettings(connection);
    checks.push({ check: 'provider', isGood: true, detail: idpEntityId });
    const browser = request.browser?.toString('base64') ?? null;
    const content: SamlResult = { idpEntityId, identity, checks, request: { ...request, browser } };
    const result = {
      ...{ id: sha256(code), connectionId: connection.id, content },
      expires: new Date(clock().getTime() + resultLifetimeMs),
      ...{ assertion: sha256(assertionId), assertionExpires: expires },
    };
    const isNew = await db.write((trx) => saveResult(trx, result));
    if (!isNew) throw new SamlRefusal('assertion_replayed');
  });
  return http.reply
    .header('cache-control', 'no-store')
    .redirect(urls.ssoFinish(connection.id, code), 303);
}

async function verify(deps: SamlDeps, connection: Connection, message: SamlMessage) {
  const metadata = await requireMetadata(deps, connection);
  const { entityId, acsUrl, keys } = describeProvider(deps, connection);
  const settings = {
    ...{ entityId, acsUrl, privateKeys: keys.map(({ key }) => key) },
    idpEntityId: metadata.entityId,
    idpCertificates: metadata.certificates.map(({ pem }) => pem),
  };
  return verifySamlMessage(message, settings, deps.clock());
}

/** Our own page. A top-level navigation brings the cookie of the browser that started. */
async function finish(
  { db, clock }: SamlDeps,
  flow: SignInFlow,
  attempt: SignInAttempt,
  code: string,
): Promise<FastifyReply> {
  const { connection, http, checks } = attempt;
  const own = { id: sha256(code), connectionId: connection.id };
  const result = (await consumeResult(db, own, clock())) as SamlResult | undefined;
  // The connection may have another provider since.
  if (!result || result.idpEntityId !== readSettings(connection).idpEntityId)
    throw new SsoRefusal('unknownRequest');
  const { browser } = result.request;
  const expected = browser === null ? null : Buffer.from(browser, 'base64');
  requireSameBrowser(http.request, expected);
  attempt.request = { ...result.request, browser: expected };
  checks.push(...result.checks);
  return flow.complete(attempt, result.identity);
}

/** Reasons with pages of their own. All others are for the administrator. */
const pageReasons: Partial<Record<SamlReason, SsoReason>> = {
  unsolicited: 'unknownRequest',
  assertion_replayed: 'unknownRequest',
  provider_refused: 'providerRefused',
  subject_missing: 'noSubject',
};

async function explainRefusal<T>({ checks }: SignInAttempt, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SamlRefusal)) throw error;
    const { reason, detail } = error;
    checks.push({ check: 'provider', isGood: false, detail: samlReasons[reason] });
    const received = detail ? `${reason}: ${detail.replaceAll(/[\s\p{Cc}]+/gu, ' ')}` : reason;
    throw new SsoRefusal(pageReasons[reason] ?? 'providerAnswer', received, { cause: error });
  }
}
