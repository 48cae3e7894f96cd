import { randomBytes } from 'node:crypto';
import {
  asciiDomain,
  type ErrorDetail,
  MAX_SSO_CONNECTIONS,
  pagePaths,
  type SsoConnectionChange,
  type SsoConnectionInput,
  type SsoProtocolName,
  type SsoWarning,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import type { AssertMatches } from '../../platform/http/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { iterateSealed, type SealedRows, type Sealer } from '../../platform/secrets/index.ts';
import { recordAction } from '../audit/index.ts';
import { assignDomains, listDomainRows } from './domain-store.ts';
import type { SettingsChange, SsoProtocol } from './protocol.ts';
import type { RoleRules } from './rules.ts';
import { isSoon, missingRecordMs, testLinkLifetimeMs } from './rules.ts';
import {
  type Connection,
  countConnections,
  deleteConnectionRow,
  deleteIdentities,
  endConnectionSessions,
  findConnection,
  findOwnerByEmail,
  insertSsoRequest,
  lockConnection,
  lockSso,
  lockSsoSecretsAfter,
  readSsoSecretsAfter,
  saveConnection,
  saveSsoSecret,
} from './store.ts';

export type Protocols = Record<SsoProtocolName, SsoProtocol>;
export type ConnectionDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  sealer: Sealer;
  protocols: Protocols;
};

const defaultRoles: RoleRules = { claim: null, map: {}, default: 'viewer' };

/** Reads a connection of the caller's account. Those of other accounts count as unknown. */
export async function readConnection(
  { db }: Pick<ConnectionDeps, 'db'>,
  who: Caller,
  id: string,
): Promise<Connection> {
  const found = await findConnection(db, id, who.accountId);
  if (!found) throw new Problem('sso_connection_not_found');
  return found;
}

export async function createConnection(
  deps: ConnectionDeps,
  who: Caller,
  input: SsoConnectionInput,
): Promise<string> {
  const id = newId();
  const settings = await deps.protocols[input.protocol].prepare(input, true);
  await deps.db.write(async (trx) => {
    await lockSso(trx, who.accountId);
    if ((await countConnections(trx, who.accountId)) >= MAX_SSO_CONNECTIONS)
      throw new Problem('sso_limit_reached');
    await save(deps, trx, who, { id, before: undefined, settings }, input);
    const act = { action: 'createSsoConnection', target: id, name: input.name } as const;
    await recordAction(trx, who, { ...act, fields: input }, deps.clock());
  });
  return id;
}

/** Returns the new ETag. */
export async function updateConnection(
  deps: ConnectionDeps,
  who: Caller,
  id: string,
  change: SsoConnectionChange,
  assertMatches: AssertMatches,
): Promise<string> {
  const { protocol } = await readConnection(deps, who, id);
  if (change.protocol && change.protocol !== protocol)
    throw invalid('protocol', "can't be changed: create another connection");
  const settings = await deps.protocols[protocol].prepare(change, false);
  return deps.db.write(async (trx) => {
    await lockSso(trx, who.accountId);
    await lockConnection(trx, id);
    const before = await findConnection(trx, id, who.accountId);
    if (!before) throw new Problem('sso_connection_not_found');
    assertMatches(computeConnectionEtag(before));
    await save(deps, trx, who, { id, before, settings }, change);
    const act = { action: 'updateSsoConnection', target: id, name: before.name } as const;
    await recordAction(trx, who, { ...act, fields: change }, deps.clock());
    return computeConnectionEtag((await findConnection(trx, id, who.accountId)) ?? before);
  });
}

/** Leaves out what changes without an edit of the connection: verified domains and the owner's address. */
export const computeConnectionEtag = ({
  verifiedDomains: _,
  breakGlassEmail: __,
  secret: ___,
  ...row
}: Connection): string => computeEtag(row);

type SavedParts = { id: string; before: Connection | undefined; settings: SettingsChange };

async function save(
  { sealer, clock }: ConnectionDeps,
  trx: Trx,
  { accountId }: Caller,
  { id, before, settings: change }: SavedParts,
  input: SsoConnectionChange,
): Promise<void> {
  const protocol = before?.protocol ?? input.protocol ?? 'oidc';
  const domains = input.domains?.map((domain) => asciiDomain(domain) ?? '');
  const enforced = input.enforced ?? before?.enforced ?? false;
  const owner = await chooseBreakGlass(trx, accountId, { input, before, enforced });
  const details = [
    ...change.findErrors(before),
    ...(domains ? await findDomainErrors(trx, accountId, id, domains) : []),
    ...owner.errors,
  ];
  if (details.length > 0) throw new Problem('invalid_request', { details });
  const { settings, secret, isOtherProvider } = change.apply(before);
  const sealed = secret === undefined ? (before?.secret ?? null) : await sealer.seal(trx, secret);
  const row = {
    ...{ id, accountId, protocol, settings, secret: sealed },
    ...{ ...chooseRules(input, before), enforced, breakGlassId: owner.personId },
  };
  await saveConnection(trx, row, clock());
  if (isOtherProvider) await deleteIdentities(trx, id);
  if (domains) await assignDomains(trx, accountId, id, domains);
  const hasLostDomain = domains && before?.domains.some((domain) => !domains.includes(domain));
  if (isOtherProvider || hasLostDomain) await endConnectionSessions(trx, id);
  await change.saved?.(trx, id);
}

const chooseRules = (input: SsoConnectionChange, before: Connection | undefined) => ({
  name: input.name ?? before?.name ?? '',
  roles: readRoles(input.roles) ?? before?.roles ?? defaultRoles,
  provisioning: input.provisioning ?? before?.provisioning ?? ('invited' as const),
});

function readRoles(roles: SsoConnectionChange['roles']): RoleRules | undefined {
  if (!roles) return undefined;
  const { claim = null, map = {}, default: fallback = defaultRoles.default } = roles;
  return { claim, map, default: fallback };
}

type BreakGlassChoice = {
  input: SsoConnectionChange;
  before: Connection | undefined;
  enforced: boolean;
};

async function chooseBreakGlass(
  trx: Trx,
  accountId: string,
  { input: { breakGlassEmail: email }, before, enforced }: BreakGlassChoice,
): Promise<{ personId: string | null; errors: ErrorDetail[] }> {
  const error = (message: string) => [{ path: 'breakGlassEmail', message }];
  if (email) {
    const personId = await findOwnerByEmail(trx, accountId, email);
    return personId
      ? { personId, errors: [] }
      : { personId: null, errors: error('must be the sign-in address of the account’s owner') };
  }
  const personId = email === null ? null : (before?.breakGlassId ?? null);
  const isMissing = enforced && !personId;
  return {
    personId,
    errors: isMissing ? error('is required with enforced: enter the address of the owner') : [],
  };
}

/** A connection uses domains of its account that no other connection uses. */
async function findDomainErrors(
  trx: Trx,
  accountId: string,
  connectionId: string,
  domains: readonly string[],
): Promise<ErrorDetail[]> {
  const known = new Map((await listDomainRows(trx, accountId)).map((row) => [row.domain, row]));
  return domains.flatMap((domain, at) => {
    const path = `domains.${at}`;
    const row = known.get(domain);
    if (!row)
      return [{ path, message: 'must be a domain of the account: POST /sso/domains first' }];
    const isUsed = row.connectionId !== null && row.connectionId !== connectionId;
    return isUsed
      ? [{ path, message: 'is used by another connection: remove it there first' }]
      : [];
  });
}

export async function deleteConnection(
  { db, clock }: Pick<ConnectionDeps, 'db' | 'clock'>,
  who: Caller,
  id: string,
): Promise<void> {
  await db.write(async (trx) => {
    await lockSso(trx, who.accountId);
    await lockConnection(trx, id);
    const found = await findConnection(trx, id, who.accountId);
    if (!found) throw new Problem('sso_connection_not_found');
    await deleteConnectionRow(trx, id);
    const act = { action: 'deleteSsoConnection', target: id, name: found.name } as const;
    await recordAction(trx, who, act, clock());
  });
}

/** Returns a link that starts a test in the browser of this admin. */
export async function startTest(
  { db, clock, urls }: Pick<ConnectionDeps, 'db' | 'clock' | 'urls'>,
  who: Caller,
  id: string,
): Promise<{ url: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock().getTime() + testLinkLifetimeMs);
  const { personId } = who;
  await db.write(async (trx) => {
    const found = await findConnection(trx, id, who.accountId);
    if (!found) throw new Problem('sso_connection_not_found');
    const isSaved = await insertSsoRequest(trx, {
      ...{ id: sha256(token), connectionId: id, kind: 'test', isTest: true, personId, expiresAt },
      ...{ next: pagePaths.dashboard, nonce: null, verifier: null, browser: null },
    });
    if (!isSaved) throw new Problem('sso_connection_not_found');
    const act = { action: 'testSsoConnection', target: id, name: found.name } as const;
    await recordAction(trx, who, act, clock());
  });
  return { url: urls.ssoTest(id, token), expiresAt };
}

/** Including domains whose record is missing. */
export async function listWarnings(
  { db, clock, protocols }: Pick<ConnectionDeps, 'db' | 'clock' | 'protocols'>,
  connection: Connection,
): Promise<SsoWarning[]> {
  const now = clock();
  const domains = (await listDomainRows(db, connection.accountId)).flatMap((row) =>
    row.connectionId === connection.id && row.missingSince
      ? [{ subject: row.domain, at: new Date(row.missingSince.getTime() + missingRecordMs) }]
      : [],
  );
  return [
    ...(await protocols[connection.protocol].findWarnings(connection, now)),
    ...domains
      .filter(({ at }) => isSoon(at.getTime(), now.getTime()))
      .map(({ subject, at }) => ({ kind: 'domain' as const, subject, at: at.toISOString() })),
  ];
}

/** Secrets of connections, to encrypt again under a new SECRET. */
export const ssoSecrets: SealedRows = {
  purpose: 'sso secrets',
  next: async (trx, after, limit) => {
    const rows = await lockSsoSecretsAfter(trx, after, limit);
    return rows.map(({ id, secret }) => ({ id, sealed: [secret] }));
  },
  set: (trx, { id, sealed: [secret] }) => saveSsoSecret(trx, id, secret as Buffer),
};

/** Connections whose secret was encrypted with a lost SECRET. */
export async function countLostSsoSecrets(db: Database, sealer: Sealer): Promise<number> {
  let lost = 0;
  const all = iterateSealed((after, limit) => readSsoSecretsAfter(db, after, limit));
  for await (const { secret } of all)
    if (secret && sealer.readMark(secret) === undefined) lost += 1;
  return lost;
}
