import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import { type EmailContent, queueMails } from '../../platform/mail/index.ts';
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts';
import { accountMailKind, lockSession, lockUser } from '../people/index.ts';
import {
  type AppRegistration,
  appAccessLifetimeMs,
  appCodeLifetimeMs,
  appScopes,
  isVerifier,
  readBasic,
  readScopes,
  refreshLifetimeMs,
  reuseToleranceMs,
  usedTokenLifetimeMs,
} from './rules.ts';
import {
  type AppTokenRow,
  deleteAccessTokens,
  deleteGrant,
  extendGrant,
  findApp,
  findToken,
  insertApp,
  insertAppToken,
  insertGrant,
  lockGrant,
  markTokenUsed,
  type RegisteredApp,
  trimGrants,
  trimUnusedApps,
} from './store.ts';

export type TokenDeps = { db: Database; clock: Clock; throttle: Throttle };

/** Used refresh tokens are kept for days, so a connection gets only so many. */
const refreshLimit: RateLimit = { name: 'app-refreshes', points: 60, seconds: 3_600 };

/** An error response of OAuth 2.0. The text is for developers. */
export class OAuthError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, text: string) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

const invalidGrant = () =>
  new OAuthError(400, 'invalid_grant', 'the code or refresh token is wrong, used or expired');

const createSecret = (): string => randomBytes(32).toString('base64url');

type Fields = Readonly<Record<string, unknown>>;
const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Anyone can register apps, so the oldest ones that nobody uses make room. */
const MAX_UNUSED_APPS = 20_000;

/** Registers an app. Returns the response of RFC 7591 §3.2.1. */
export async function registerApp(
  { db, clock }: TokenDeps,
  { name, redirectUris, scopes, isPublic, metadata }: AppRegistration,
): Promise<object> {
  const [id, now] = [newId(), clock()];
  const secret = isPublic ? undefined : createSecret();
  const secretHash = secret ? sha256(secret) : null;
  await insertApp(db, { id, name, redirectUris, scopes, metadata, secretHash, now });
  await trimUnusedApps(db, MAX_UNUSED_APPS);
  return {
    client_id: id,
    ...(secret && { client_secret: secret, client_secret_expires_at: 0 }),
    client_id_issued_at: Math.floor(now.getTime() / 1_000),
    ...metadata,
  };
}

const MAX_GRANTS = 100;

type Consent = {
  appId: string;
  scopes: string[];
  redirectUri: string;
  challenge: string;
  /** Emailed to the user, in case someone else did it. */
  notice: EmailContent;
};

/** Stores what a user allowed. Returns the code, or undefined if the app is gone. */
export async function grantCode(
  { db, clock }: TokenDeps,
  { personId, sessionId }: { personId: string; sessionId: string | undefined },
  { appId, scopes, redirectUri, challenge, notice }: Consent,
): Promise<string | undefined> {
  const [code, id, now] = [createSecret(), newId(), clock()];
  const expires = new Date(now.getTime() + appCodeLifetimeMs);
  return db.write(async (trx) => {
    const to = await lockUser(trx, personId);
    if (to === undefined || !sessionId || !(await lockSession(trx, personId, sessionId)))
      throw new Problem('invalid_credentials');
    if (!(await insertGrant(trx, { id, appId, personId, scopes, now, expires }))) return undefined;
    await trimGrants(trx, personId, MAX_GRANTS);
    const token = { hash: sha256(code), grantId: id, kind: 'code', scopes } as const;
    await insertAppToken(trx, { ...token, redirectUri, challenge, expires });
    await queueMails(trx, [{ to, email: notice, kind: accountMailKind }], now);
    return code;
  });
}

/**
 * The app that sends a form (RFC 6749 §2.3). Each app may send its secret in either way, because
 * Moodle registers one way and refreshes tokens with the other.
 */
async function authenticateApp(
  { db }: TokenDeps,
  authorization: string | undefined,
  fields: Fields,
): Promise<RegisteredApp> {
  const basic = readBasic(authorization);
  const sent = basic ?? {
    ...{ id: readText(fields.client_id), secret: readText(fields.client_secret) },
  };
  const id = readId(sent.id);
  const app = id === sent.id ? await findApp(db, id) : undefined;
  const isRight = app?.secretHash
    ? equalBytes(sha256(sent.secret), app.secretHash)
    : sent.secret === '';
  if (!app || !isRight)
    throw new OAuthError(401, 'invalid_client', 'the client ID or secret is wrong: register first');
  return app;
}

/** Answers the token endpoint (RFC 6749 §4.1.3 and §6). */
export async function exchangeToken(
  deps: TokenDeps,
  authorization: string | undefined,
  fields: Fields,
): Promise<object> {
  const grantType = fields.grant_type;
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
    throw new OAuthError(
      400,
      'unsupported_grant_type',
      'grant_type must be authorization_code or refresh_token',
    );
  const app = await authenticateApp(deps, authorization, fields);
  const isCode = grantType === 'authorization_code';
  const text = readText(isCode ? fields.code : fields.refresh_token);
  const hash = sha256(text);
  // An error within the transaction would undo the end of a stolen grant.
  const issued = await deps.db.write((trx) => redeem(trx, deps, app, { hash, isCode, fields }));
  if (!issued) throw invalidGrant();
  return issued;
}

type Redemption = { hash: Buffer; isCode: boolean; fields: Fields };

async function redeem(
  trx: Trx,
  deps: TokenDeps,
  app: RegisteredApp,
  { hash, isCode, fields }: Redemption,
): Promise<object | undefined> {
  const found = await findToken(trx, hash);
  if (found?.appId !== app.id || found.kind !== (isCode ? 'code' : 'refresh')) return undefined;
  // Another request with the same token may be faster.
  const row = (await lockGrant(trx, found.grantId)) ? await findToken(trx, hash) : undefined;
  if (!row || !(await isRedeemable(trx, deps, row))) return undefined;
  if (isCode && !isCodeRequest(row, fields)) return undefined;
  if (!isCode)
    await deps.throttle.takeWithin(trx, [{ limit: refreshLimit, who: row.grantId, points: 1 }]);
  const scopes = isCode ? row.scopes : narrowScopes(row, fields.scope);
  return issueTokens(trx, deps, row, { hash, scopes });
}

/** Ends the grant if the token was used before: somebody else has it (RFC 6749 §10.5, RFC 9700 §4.14). */
async function isRedeemable(
  trx: Trx,
  { clock }: TokenDeps,
  { grantId, kind, usedAt, expires }: AppTokenRow,
): Promise<boolean> {
  const now = clock().getTime();
  if (!usedAt) return expires.getTime() > now;
  const isLate = now - usedAt.getTime() > reuseToleranceMs;
  if (kind === 'code' || isLate) await deleteGrant(trx, grantId);
  return false;
}

function isCodeRequest({ redirectUri, challenge }: AppTokenRow, fields: Fields): boolean {
  const verifier = fields.code_verifier;
  if (fields.redirect_uri !== redirectUri || !isVerifier(verifier) || !challenge) return false;
  const hashed = createHash('sha256').update(verifier).digest('base64url');
  return equalBytes(Buffer.from(hashed), Buffer.from(challenge));
}

/** The token may have less than the grant. Moodle sends an empty scope. */
function narrowScopes({ scopes }: AppTokenRow, wanted: unknown): string[] {
  const narrowed = readScopes(wanted);
  if (!narrowed.every((scope) => scopes.includes(scope)))
    throw new OAuthError(400, 'invalid_scope', 'scope contains more than the user allowed');
  return narrowed.length > 0 ? narrowed : scopes;
}

async function issueTokens(
  trx: Trx,
  { clock }: TokenDeps,
  row: AppTokenRow,
  { hash, scopes }: { hash: Buffer; scopes: string[] },
): Promise<object> {
  const { grantId } = row;
  const now = clock();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const accessEnds = after(appAccessLifetimeMs);
  const [access, refresh] = [createSecret(), createSecret()];
  const stays = row.scopes.includes(appScopes.stay);
  await markTokenUsed(trx, hash, now, after(usedTokenLifetimeMs));
  await deleteAccessTokens(trx, grantId);
  const token = { hash: sha256(access), grantId, kind: 'access', scopes } as const;
  await insertAppToken(trx, { ...token, expires: accessEnds });
  const refreshEnds = after(refreshLifetimeMs);
  if (stays) {
    // Narrower access leaves the refresh token what the user allowed (RFC 6749 §6).
    const next = { hash: sha256(refresh), grantId, kind: 'refresh', scopes: row.scopes } as const;
    await insertAppToken(trx, { ...next, expires: refreshEnds });
  }
  await extendGrant(trx, grantId, now, stays ? refreshEnds : accessEnds);
  return {
    ...{ access_token: access, token_type: 'Bearer', expires_in: appAccessLifetimeMs / 1_000 },
    ...(stays && { refresh_token: refresh }),
    scope: scopes.join(' '),
  };
}

/**
 * Ends the grant of a token (RFC 7009). Unknown tokens and those of other apps are answered alike.
 */
export async function revokeToken(
  deps: TokenDeps,
  authorization: string | undefined,
  fields: Fields,
): Promise<void> {
  const text = readText(fields.token);
  if (text === '') throw new OAuthError(400, 'invalid_request', 'token is required');
  // Badge Connect's example sends the token alone, which proves as much as using it would.
  const app =
    authorization !== undefined || fields.client_id !== undefined
      ? await authenticateApp(deps, authorization, fields)
      : undefined;
  await deps.db.write(async (trx) => {
    const row = await findToken(trx, sha256(text));
    if (!row || row.kind === 'code' || (app && row.appId !== app.id)) return;
    await deleteGrant(trx, row.grantId);
  });
}

/** The user and scopes of an access token. Undefined if it is wrong or has ended. */
export async function findAccess(
  { db, clock }: TokenDeps,
  authorization: string | undefined,
): Promise<Pick<AppTokenRow, 'grantId' | 'personId' | 'scopes'> | undefined> {
  const text = /^bearer +([\w-]{43})$/i.exec(authorization ?? '')?.[1];
  const row = text === undefined ? undefined : await findToken(db, sha256(text));
  return row?.kind === 'access' && row.expires > clock() ? row : undefined;
}
