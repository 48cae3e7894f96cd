import { randomBytes } from 'node:crypto';
import {
  type ErrorDetail,
  type LtiCheck,
  type LtiFailure,
  type LtiPlatformChange,
  type LtiPlatformInput,
  MAX_LTI_PLATFORMS,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import type { AssertMatches } from '../../platform/http/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { type ProviderClient, unresolvedHost } from '../../platform/outbound/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { type Actor, createOperatorActor, recordAction } from '../audit/index.ts';
import {
  consumeRegistration,
  countPlatforms,
  deletePlatformRow,
  findLastLaunch,
  findPlatform,
  insertPlatform,
  insertRegistration,
  type LastLaunch,
  listClientsElsewhere,
  lockClient,
  lockPlatforms,
  markPlatformDisabled,
  type Platform,
  type SavedPlatform,
  saveSharesUrls,
  updatePlatformRow,
} from './platform-store.ts';
import {
  agsScopes,
  LtiRefusal,
  readStorableText,
  registrationLifetimeMs,
  rosterScope,
} from './rules.ts';
import { type PlatformServices, ServiceError } from './services.ts';
import { countUnreported } from './store.ts';

/** Reports completions that waited while the platform or a deployment was off. */
export const resumeJob = 'ltiResume';

export type PlatformDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  provider: ProviderClient;
  services: PlatformServices;
};

/** Another account's platform counts as unknown. */
export async function readPlatform(
  { db }: Pick<PlatformDeps, 'db'>,
  { accountId }: Pick<Caller, 'accountId'>,
  id: string,
): Promise<Platform> {
  const found = await findPlatform(db, id, accountId);
  if (!found) throw new Problem('lti_platform_not_found');
  return found;
}

export const describePlatform = (platform: Platform) => ({
  ...{ platformId: platform.id, name: platform.name },
  ...{ issuer: platform.issuer, clientId: platform.clientId },
  deploymentIds: platform.deploymentIds,
  authorizationUrl: platform.authorizationUrl,
  ...{ tokenUrl: platform.tokenUrl, jwksUrl: platform.jwksUrl },
  disabled: platform.disabledAt !== null,
  createdAt: platform.createdAt.toISOString(),
  updatedAt: platform.updatedAt.toISOString(),
});
export const computePlatformEtag = (platform: Platform): string =>
  computeEtag(describePlatform(platform));

export async function createPlatform(
  deps: PlatformDeps,
  who: Caller,
  input: LtiPlatformInput,
): Promise<string> {
  await assertReachable(deps.provider, input);
  const row = { ...input, deploymentIds: [...new Set(input.deploymentIds)] };
  return deps.db.write((trx) =>
    addPlatform(trx, who, { ...row, action: 'createLtiPlatform' }, deps.clock()),
  );
}

type NewPlatform = Omit<SavedPlatform, 'id' | 'accountId'> & {
  action: 'createLtiPlatform' | 'registerLtiPlatform';
};

async function addPlatform(
  trx: Trx,
  actor: Actor,
  { action, ...fields }: NewPlatform,
  now: Date,
): Promise<string> {
  const { accountId } = actor;
  await lockPlatforms(trx, accountId);
  if ((await countPlatforms(trx, accountId)) >= MAX_LTI_PLATFORMS)
    throw new Problem('lti_limit_reached');
  const id = newId();
  if (!(await insertPlatform(trx, { id, accountId, ...fields }, now)))
    throw new Problem('lti_platform_taken');
  await recordAction(trx, actor, { action, target: id, name: fields.name, fields }, now);
  return id;
}

/**
 * Platforms that share URLs trust the same key. With the client ID and token server of another account's
 * platform, an account would get access tokens for its courses.
 */
async function refuseClientElsewhere(
  trx: Trx,
  platform: Pick<Platform, 'accountId' | 'clientId' | 'tokenUrl'>,
): Promise<void> {
  const others = await listSameServer(trx, platform);
  if (others.some(({ sharesUrls }) => sharesUrls)) throw new Problem('lti_platform_taken');
}

/** Platforms of other accounts with the same client ID and token server. */
async function listSameServer(
  trx: Trx,
  platform: Pick<Platform, 'accountId' | 'clientId' | 'tokenUrl'>,
): Promise<Pick<Platform, 'sharesUrls'>[]> {
  await lockClient(trx, platform.clientId);
  const server = readServer(platform.tokenUrl);
  const others = await listClientsElsewhere(trx, platform);
  return others.filter(({ tokenUrl }) => readServer(tokenUrl) === server);
}

/**
 * Remembers which of the tool's URLs the platform has, after a launch. Those without an account need a
 * client ID that no other account has registered with its token server, because their keys are shared.
 */
export async function followUrls(
  { db }: Pick<PlatformDeps, 'db'>,
  platform: Platform,
  sharesUrls: boolean,
): Promise<Platform> {
  if (platform.sharesUrls === sharesUrls) return platform;
  return db.write(async (trx) => {
    if (sharesUrls && (await listSameServer(trx, platform)).length > 0) return platform;
    return (await saveSharesUrls(trx, platform.id, sharesUrls)) ?? platform;
  });
}

function readServer(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname.replace(/\.$/, '')}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Returns the new ETag. */
export async function updatePlatform(
  { db, clock, provider }: PlatformDeps,
  who: Caller,
  id: string,
  change: LtiPlatformChange,
  assertMatches: AssertMatches,
): Promise<string> {
  await assertReachable(provider, change);
  return db.write(async (trx) => {
    await lockPlatforms(trx, who.accountId);
    const before = await readPlatformIn(trx, who.accountId, id);
    assertMatches(computePlatformEtag(before));
    const fixed = (['issuer', 'clientId'] as const).filter(
      (name) => change[name] !== undefined && change[name] !== before[name],
    );
    const details = fixed.map((path) => ({
      path,
      message: "can't be changed: register another platform",
    }));
    if (details.length > 0) throw new Problem('invalid_request', { details });
    const row = {
      ...before,
      name: change.name ?? before.name,
      deploymentIds: [...new Set(change.deploymentIds ?? before.deploymentIds)],
      authorizationUrl: change.authorizationUrl ?? before.authorizationUrl,
      tokenUrl: change.tokenUrl ?? before.tokenUrl,
      jwksUrl: change.jwksUrl ?? before.jwksUrl,
    };
    if (before.sharesUrls) await refuseClientElsewhere(trx, row);
    await updatePlatformRow(trx, row, clock());
    if (row.deploymentIds.some((each) => !before.deploymentIds.includes(each)))
      await enqueue(trx, resumeJob, { platformId: id }, { accountId: who.accountId });
    const act = { action: 'updateLtiPlatform', target: id, name: before.name } as const;
    await recordAction(trx, who, { ...act, fields: change }, clock());
    return computePlatformEtag(await readPlatformIn(trx, who.accountId, id));
  });
}

async function readPlatformIn(trx: Trx, accountId: string, id: string): Promise<Platform> {
  const found = await findPlatform(trx, id, accountId);
  if (!found) throw new Problem('lti_platform_not_found');
  return found;
}

const addressFields = ['authorizationUrl', 'tokenUrl', 'jwksUrl'] as const;

async function assertReachable(provider: ProviderClient, input: LtiPlatformChange): Promise<void> {
  const checks = addressFields.map(async (path): Promise<ErrorDetail[]> => {
    const url = input[path];
    const message = url === undefined ? undefined : await provider.findSettingRefusal(url);
    return message === undefined ? [] : [{ path, message }];
  });
  const details = (await Promise.all(checks)).flat();
  if (details.length > 0) throw new Problem('invalid_request', { details });
}

export async function deletePlatform(
  { db, clock }: PlatformDeps,
  who: Caller,
  id: string,
): Promise<void> {
  await db.write(async (trx) => {
    await lockPlatforms(trx, who.accountId);
    const name = await deletePlatformRow(trx, who.accountId, id);
    if (name === undefined) throw new Problem('lti_platform_not_found');
    await recordAction(trx, who, { action: 'deleteLtiPlatform', target: id, name }, clock());
  });
}

/** Returns the scores that wait until it's enabled. Undefined if nothing changed. */
export async function setPlatformDisabled(
  { db, clock }: Pick<PlatformDeps, 'db' | 'clock'>,
  id: string,
  isDisabled: boolean,
): Promise<{ waitingScores: number } | undefined> {
  return db.write(async (trx) => {
    const found = await findPlatform(trx, id);
    const now = clock();
    if (!found || !(await markPlatformDisabled(trx, id, isDisabled, now))) return undefined;
    const action = isDisabled ? ('disableLti' as const) : ('enableLti' as const);
    const act = { action, target: id, name: found.name };
    await recordAction(trx, createOperatorActor(found.accountId), act, now);
    const waitingScores = await countUnreported(trx, id);
    if (!isDisabled && waitingScores > 0)
      await enqueue(trx, resumeJob, { platformId: id }, { accountId: found.accountId });
    return { waitingScores };
  });
}

export type CheckResult = {
  check: LtiCheck;
  passed: boolean;
  reason: LtiFailure | null;
  detail: string | null;
};

export async function checkPlatform(
  { db, clock, services }: PlatformDeps,
  who: Caller,
  id: string,
): Promise<CheckResult[]> {
  const platform = await readPlatform({ db }, who, id);
  const run = async (check: LtiCheck, action: () => Promise<void>): Promise<CheckResult> => {
    try {
      await action();
      return { check, passed: true, reason: null, detail: null };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { check, passed: false, reason: error.reason, detail: error.message };
    }
  };
  const checks = await Promise.all([
    run('keys', () => services.checkKeys(platform)),
    run('token', () => services.checkToken(platform)),
  ]);
  const { launchedAt, name } = platform;
  const act = { action: 'testLtiPlatform', target: id, name } as const;
  await db.write((trx) => recordAction(trx, who, act, clock()));
  const detail = launchedAt?.toISOString() ?? null;
  const received = launchedAt === null ? undefined : await findLastLaunch(db, id);
  return [
    ...checks,
    { check: 'launch', passed: launchedAt !== null, reason: null, detail },
    ...(received ? describeLastLaunch(received) : []),
  ];
}

/** Settings of the platform decide what it sends. Without them, launches succeed but nothing is issued. */
function describeLastLaunch({ hasPerson, hasRoster, hasScores }: LastLaunch): CheckResult[] {
  const describe = (check: LtiCheck, passed: boolean, reason: string) => ({
    ...{ check, passed, reason: null },
    detail: passed ? null : reason,
  });
  return [
    describe('person', hasPerson, 'no name and email address since the last launch'),
    describe('roster', hasRoster, 'the last launch offered no roster'),
    describe('scores', hasScores, 'the last launch offered no line item whose scores we may use'),
  ];
}

export async function createRegistration(
  { db, clock, urls }: PlatformDeps,
  who: Caller,
): Promise<{ url: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock().getTime() + registrationLifetimeMs);
  const { accountId, personId, keyId = null } = who;
  await db.write(async (trx) => {
    if ((await countPlatforms(trx, accountId)) >= MAX_LTI_PLATFORMS)
      throw new Problem('lti_limit_reached');
    await insertRegistration(trx, sha256(token), { accountId, personId, keyId }, expiresAt);
    await recordAction(trx, who, { action: 'createLtiRegistration' }, clock());
  });
  return { url: urls.ltiRegister(token), expiresAt };
}

type RegistrationRequest = {
  token: string;
  configurationUrl: string;
  registrationToken: string | undefined;
};

/**
 * LTI Dynamic Registration 1.0: reads the platform's configuration, registers this service there,
 * and stores the platform. Returns its name.
 */
export async function registerByLink(
  deps: PlatformDeps,
  { token, configurationUrl, registrationToken }: RegistrationRequest,
): Promise<{ name: string; hasDeployment: boolean; platformUrl: string }> {
  const { db, clock, provider, services, urls } = deps;
  await assertSetting(provider, configurationUrl, 'openid_configuration');
  const found = await consumeRegistration(db, sha256(token), clock());
  if (!found) throw new LtiRefusal('unknownRegistration');
  const actor: Actor = {
    accountId: found.accountId,
    ...(found.personId && { personId: found.personId }),
    ...(found.keyId && { keyId: found.keyId }),
  };
  try {
    const configuration = readConfiguration(
      await services.requestJson(configurationUrl),
      configurationUrl,
    );
    const { registrationUrl, product, ...platform } = configuration;
    for (const url of [
      registrationUrl,
      platform.authorizationUrl,
      platform.tokenUrl,
      platform.jwksUrl,
    ])
      await assertSetting(provider, url, 'a URL of the configuration');
    const answer = await services.requestJson(registrationUrl, {
      token: registrationToken,
      body: describeTool(urls, found.accountId),
    });
    const { clientId, deploymentIds } = readClient(answer);
    const name = `${product} (${new URL(platform.issuer).hostname})`.slice(0, 100);
    const row = { name, clientId, deploymentIds, ...platform };
    await db.write((trx) =>
      addPlatform(trx, actor, { ...row, action: 'registerLtiPlatform' }, clock()),
    );
    return { name, hasDeployment: deploymentIds.length > 0, platformUrl: configurationUrl };
  } catch (error) {
    const refusal = toRegistrationRefusal(error);
    if (!refusal) throw error;
    refusal.accountId = found.accountId;
    throw refusal;
  }
}

async function assertSetting(provider: ProviderClient, url: string, what: string): Promise<void> {
  const refusal = await provider.findSettingRefusal(url);
  if (refusal === unresolvedHost) throw new LtiRefusal('platformUnavailable', `${what} ${refusal}`);
  if (refusal !== undefined) throw new LtiRefusal('badMessage', what);
}

function toRegistrationRefusal(error: unknown): LtiRefusal | undefined {
  if (error instanceof LtiRefusal) return error;
  if (error instanceof ServiceError)
    return new LtiRefusal('platformUnavailable', error.message, { cause: error });
  if (error instanceof Problem && error.code.startsWith('lti_'))
    return new LtiRefusal('badMessage', error.code, { cause: error });
  return undefined;
}

/** RFC 8414 metadata with the platform's additions. */
function readConfiguration(body: unknown, configurationUrl: string) {
  const found = body as Record<string, unknown>;
  const read = (name: string): string => {
    const value = readStorableText(found[name], 2_048);
    if (value === undefined || !URL.canParse(value)) throw new LtiRefusal('badMessage', name);
    return value;
  };
  const issuer = read('issuer');
  // Otherwise a server could register itself as the platform of somebody else (§3.5.1).
  if (new URL(issuer).host !== new URL(configurationUrl).host)
    throw new LtiRefusal('badMessage', 'issuer');
  const details = found['https://purl.imsglobal.org/spec/lti-platform-configuration'];
  const family = (details as { product_family_code?: unknown } | undefined)?.product_family_code;
  const product = typeof family === 'string' && /^[\w .-]{1,40}$/.test(family) ? family : 'LTI';
  return {
    ...{ issuer, product: product.charAt(0).toUpperCase() + product.slice(1) },
    registrationUrl: read('registration_endpoint'),
    authorizationUrl: read('authorization_endpoint'),
    tokenUrl: read('token_endpoint'),
    jwksUrl: read('jwks_uri'),
  };
}

function readClient(body: unknown): { clientId: string; deploymentIds: string[] } {
  const found = body as Record<string, unknown>;
  const clientId = readStorableText(found.client_id, 255);
  if (clientId === undefined) throw new LtiRefusal('badMessage', 'client_id');
  const tool = found[toolConfiguration] as { deployment_id?: unknown } | undefined;
  const deployment = readStorableText(tool?.deployment_id, 255);
  return { clientId, deploymentIds: deployment === undefined ? [] : [deployment] };
}

const toolConfiguration = 'https://purl.imsglobal.org/spec/lti-tool-configuration';

/** Description that the platform shows and stores about this service (§3.5.2.1). */
function describeTool(urls: Urls, accountId: string): object {
  const { keys, login, launch } = urls.lti(accountId);
  const description = 'Issue digital credentials from courses.';
  return {
    application_type: 'web',
    response_types: ['id_token'],
    grant_types: ['implicit', 'client_credentials'],
    initiate_login_uri: login,
    redirect_uris: [launch],
    client_name: 'Insignia',
    client_uri: urls.base,
    jwks_uri: keys,
    token_endpoint_auth_method: 'private_key_jwt',
    scope: [agsScopes.score, agsScopes.results, rosterScope].join(' '),
    [toolConfiguration]: {
      domain: urls.host,
      description,
      target_link_uri: launch,
      claims: ['iss', 'sub', 'name', 'given_name', 'family_name', 'email'],
      // Canvas shows each placement once, for the first message that has it. A message without any gets Link Selection.
      messages: [
        {
          ...{ type: 'LtiDeepLinkingRequest', target_link_uri: launch, label: 'Insignia' },
          placements: ['ContentArea', 'https://canvas.instructure.com/lti/assignment_selection'],
        },
        { type: 'LtiResourceLinkRequest', target_link_uri: launch },
      ],
    },
  };
}
