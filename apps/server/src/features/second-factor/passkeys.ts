import { MAX_PASSKEYS } from '@insignia/contract';
import type { User } from '../../kernel/caller.ts';
import { newId, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { sqlState } from '../../platform/db/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { recordSignInChange } from '../members/index.ts';
import {
  addOpenSso,
  countSignIn,
  hasSecondFactor,
  isRecentSignIn,
  lockUser,
  passkeyStartLimit,
  passkeyTriesLimit,
  type SignInResult,
  signInPairLimit,
  unwrapCause,
} from '../people/index.ts';
import { anyKind, queueWarning, useCode, type WarnedUser } from './codes.ts';
import { refuseWithoutOwnFactor, type SetupDeps } from './setup.ts';
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeyIds,
  markSession,
  readFactorState,
  recordPasskeyUse,
  setPasskeyName,
  takeChallenge,
} from './store.ts';
import {
  createAssertionOptions,
  createRegistrationOptions,
  type PasskeyAssertion,
  type PasskeyRegistration,
  readChallenge,
  verifyAssertion,
  verifyRegistration,
} from './webauthn.ts';

const signInPurpose = 'passkey sign-in';
/** An addition ends in the session that started it. */
const formatPurpose = (sessionId: string) => `passkey ${sessionId}`;
const DEFAULT_NAME = 'Passkey';
/** Clients may send any text as a challenge. */
const identify = (challenge: string) => `passkey ${sha256(challenge).toString('base64url')}`;

type Adder = Pick<User, 'personId' | 'email' | 'name' | 'sessionId' | 'signedInAt' | 'byCookie'>;

/** A stolen JWT must not change how its user signs in. */
function readOwnSession({ byCookie, sessionId }: Pick<User, 'byCookie' | 'sessionId'>): string {
  if (!byCookie || !sessionId) throw new Problem('fresh_sign_in_required');
  return sessionId;
}

/** Needs a recent sign-in, or the password. Returns what the browser creates the passkey with. */
export async function startPasskey(
  deps: SetupDeps,
  user: Adder,
  password: string | undefined,
  headers: Headers,
): Promise<{ challenge: string }> {
  const { auth, db, clock, throttle, urls } = deps;
  const { personId } = user;
  const sessionId = readOwnSession(user);
  await throttle.take(signInPairLimit, `second factor ${personId}`);
  if (password !== undefined)
    await auth.api.verifyPassword({ body: { password }, headers }).catch((error: unknown) => {
      const { body } = error as { body?: { code?: string } };
      if (body?.code !== 'INVALID_PASSWORD') throw unwrapCause(error);
      throw invalid('password', "isn't your current password");
    });
  else if (!isRecentSignIn(user.signedInAt?.getTime(), clock().getTime()))
    throw new Problem('fresh_sign_in_required');
  await refuseWithoutOwnFactor(db, personId, sessionId);
  const known = await listPasskeyIds(db, personId);
  if (known.length >= MAX_PASSKEYS) throw new Problem('passkey_limit_reached');
  const options = await createRegistrationOptions(urls, user, known);
  await insertChallenge(db, identify(options.challenge), formatPurpose(sessionId));
  await throttle.forgive(signInPairLimit, `second factor ${personId}`);
  return options;
}

export async function addPasskey(
  { db, clock, urls }: SetupDeps,
  user: Adder & WarnedUser,
  { name = DEFAULT_NAME, response }: { name?: string | undefined; response: PasskeyRegistration },
): Promise<string> {
  const { personId } = user;
  const sessionId = readOwnSession(user);
  const challenge = readChallenge(response);
  if (!challenge || !(await takeChallenge(db, identify(challenge), formatPurpose(sessionId))))
    throw new Problem('invalid_passkey');
  const credential = await verifyRegistration(urls, response, challenge);
  if (!credential) throw new Problem('invalid_passkey');
  const id = newId();
  await db.write(async (trx) => {
    // Additions of the same user take turns, so that they keep to the limit.
    await lockUser(trx, personId);
    await refuseWithoutOwnFactor(trx, personId, sessionId);
    const state = await readFactorState(trx, personId, sessionId);
    if (!state || state.passkeys >= MAX_PASSKEYS) throw new Problem('passkey_limit_reached');
    const now = clock();
    if (!(await insertPasskey(trx, { id, personId, name, ...credential }, now)))
      throw new Problem('passkey_exists');
    await markSession(trx, sessionId, id);
    await recordSignInChange(trx, personId, 'addPasskey', 'user', now);
    await queueWarning(trx, { urls, now }, user, 'passkeyAdded');
  });
  return id;
}

export async function renamePasskey(
  { db, clock }: Pick<SetupDeps, 'db' | 'clock'>,
  personId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const passkeyId = readId(id);
  await db.write(async (trx) => {
    if (!passkeyId || !(await setPasskeyName(trx, personId, passkeyId, name)))
      throw new Problem('passkey_not_found');
    await recordSignInChange(trx, personId, 'renamePasskey', 'user', clock());
  });
}

type Remover = Pick<User, 'personId' | 'sessionId' | 'signedInAt' | 'byCookie'>;

/** Needs a code, or a recent sign-in with any passkey of the user. */
export async function removePasskey(
  deps: SetupDeps,
  user: Remover & WarnedUser,
  { id, code }: { id: string; code?: string | undefined },
): Promise<void> {
  const { db, clock, urls } = deps;
  const { personId, sessionId, language } = user;
  const passkeyId = readId(id);
  const remove = async (trx: Parameters<Parameters<typeof db.write>[0]>[0]) => {
    if (!passkeyId || !(await deletePasskey(trx, personId, passkeyId, sessionId)))
      throw new Problem('passkey_not_found');
    const now = clock();
    await recordSignInChange(trx, personId, 'removePasskey', 'user', now);
    await queueWarning(trx, { urls, now }, user, 'passkeyRemoved');
  };
  if (code !== undefined) {
    await useCode(deps, { personId, language, kinds: anyKind }, code, remove);
    return;
  }
  if (!user.byCookie || !isRecentSignIn(user.signedInAt?.getTime(), clock().getTime()))
    throw new Problem('fresh_sign_in_required');
  await db.write(async (trx) => {
    await lockUser(trx, personId);
    const state = await readFactorState(trx, personId, sessionId);
    if (!state?.passkeyId) throw new Problem('fresh_sign_in_required');
    await remove(trx);
  });
}

type SignInDeps = Pick<SetupDeps, 'auth' | 'db' | 'clock' | 'throttle' | 'urls'>;

export async function startPasskeySignIn(
  { db, throttle, urls }: SignInDeps,
  client: string,
): Promise<{ challenge: string }> {
  await throttle.take(passkeyStartLimit, client);
  const options = await createAssertionOptions(urls);
  await insertChallenge(db, identify(options.challenge), signInPurpose);
  return options;
}

/** Starts a session. A passkey counts as both factors. Unknown ones and wrong signatures look alike. */
export async function signInWithPasskey(
  { auth, db, clock, throttle, urls }: SignInDeps,
  response: PasskeyAssertion,
  headers: Headers,
  client: string,
): Promise<Required<SignInResult>> {
  await throttle.take(passkeyTriesLimit, client);
  const refuse = (): Problem => {
    countSignIn(db, 'passkey', 'refused');
    return new Problem('invalid_passkey');
  };
  const challenge = readChallenge(response);
  if (!challenge || !(await takeChallenge(db, identify(challenge), signInPurpose))) throw refuse();
  const stored = await findPasskey(db, Buffer.from(response.id, 'base64url'));
  const counter = stored && (await verifyAssertion(urls, response, challenge, stored));
  if (counter === undefined || !(await recordPasskeyUse(db, stored?.id ?? '', counter, clock())))
    throw refuse();
  const { personId, id: passkeyId } = stored as NonNullable<typeof stored>;
  await addOpenSso(auth, headers);
  const signedIn = await auth.api
    .openPasskeySession({ body: { personId, passkeyId }, headers, returnHeaders: true })
    .catch((error: { statusCode?: number }) => {
      const cause = unwrapCause(error);
      // 23503: removed meanwhile. Disabled users get no session.
      if (error.statusCode === 401 || sqlState(cause) === '23503') throw refuse();
      throw cause;
    });
  countSignIn(db, 'passkey', 'succeeded');
  return { headers: signedIn.headers, user: signedIn.response.user };
}

/** True if this session was opened with a second factor, or one was set up in it. */
export async function isSecured(
  { db }: Pick<SetupDeps, 'db'>,
  personId: string,
  sessionId: string | undefined,
): Promise<boolean> {
  const state = await readFactorState(db, personId, sessionId);
  return state !== undefined && hasSecondFactor(state, state.hasApp);
}
