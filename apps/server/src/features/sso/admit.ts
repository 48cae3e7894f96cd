import { emailSchema, type Language, type SignInAction } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { collapseWhitespace, isStorable } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import { queueMails } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import { joinAccount } from '../members/index.ts';
import {
  type AdmitSession,
  accountMailKind,
  findConfirmedAddresses,
  findUserByAddress,
  insertUser,
  isDisabled,
  lockUser,
  readUserLanguage,
} from '../people/index.ts';
import { listDomainRows } from './domain-store.ts';
import { breakGlassEmail, connectionLinkedEmail } from './emails.ts';
import {
  chooseRole,
  emailDomain,
  MAX_SUBJECT,
  requireEmail,
  type SsoCheck,
  type SsoIdentity,
  SsoRefusal,
} from './rules.ts';
import {
  type BreakGlassUse,
  type Connection,
  findMemberId,
  findMemberUser,
  hasIdentity,
  lockIdentity,
  lockUnchanged,
  readSignInRules,
  saveIdentity,
} from './store.ts';

export type AdmitDeps = { db: Database; clock: Clock };
type AdmittedUser = { personId: string; hasNewRole: boolean };

/** The address became another user's while the transaction waited for the lock of the earlier one. */
class AddressMoved extends SsoRefusal {
  constructor() {
    super('unknownRequest');
  }
}

/** Thrown to roll back the transaction of a test. */
class TestEnd extends Error {}

/**
 * Finds or creates the user and member of a proven identity, in one transaction, so that a refusal
 * leaves nothing behind. Adds a line per decision to `checks`.
 */
export async function admitIdentity(
  deps: AdmitDeps,
  connection: Connection,
  identity: SsoIdentity,
  { checks, language }: Pick<Admission, 'checks' | 'language'>,
): Promise<AdmittedUser> {
  const earlier = checks.length;
  const run = () =>
    deps.db.write(async (trx) => {
      // The transaction may run twice.
      checks.length = earlier;
      if (!(await lockUnchanged(trx, connection))) throw new SsoRefusal('unknownRequest');
      return admit(deps, trx, { connection, identity, checks, language });
    });
  return run().catch((error: unknown) => {
    // A sign-up or another sign-in created the same user or member meanwhile.
    if (sqlState(error) === '23505' || error instanceof AddressMoved) return run();
    throw error;
  });
}

/**
 * Admits an identity as `admitIdentity` would, and rolls back. Verified domains that no connection
 * uses yet count too, because a connection is tested before it gets domains.
 */
export async function testIdentity(
  deps: AdmitDeps,
  connection: Connection,
  identity: SsoIdentity,
  checks: SsoCheck[],
): Promise<void> {
  const earlier = checks.length;
  const rows = await listDomainRows(deps.db, connection.accountId);
  const verifiedDomains = rows
    .filter(({ verifiedAt, connectionId: id }) => verifiedAt && (!id || id === connection.id))
    .map(({ domain }) => domain);
  const tested = { ...connection, verifiedDomains };
  await deps.db
    .write(async (trx) => {
      checks.length = earlier;
      await admit(deps, trx, { connection: tested, identity, checks, language: 'en' });
      throw new TestEnd();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TestEnd)) throw error;
    });
}

type Admission = {
  connection: Connection;
  identity: SsoIdentity;
  checks: SsoCheck[];
  /** The language of emails to users who chose none. */
  language: Language;
};

async function admit(
  { clock }: Pick<AdmitDeps, 'clock'>,
  trx: Trx,
  { connection, identity, checks, language }: Admission,
): Promise<AdmittedUser> {
  const { id: connectionId, accountId, roles } = connection;
  const { subject, claims } = identity;
  const pass = (check: string, detail: string) => checks.push({ check, isGood: true, detail });
  const now = clock();
  if (!subject || subject.length > MAX_SUBJECT || !isStorable(subject))
    throw new SsoRefusal('noSubject');
  const email = readEmail(requireEmail(identity, connection));
  pass('email', email);
  const user = await findOrCreateUser(trx, { connection, identity, email }, now);
  const { personId, primary } = user;
  pass('user', user.state);
  const joined = await joinAccount(
    trx,
    { accountId, personId, email },
    {
      role: chooseRole(roles, claims),
      replacesRole: roles.claim !== null,
      isOpen: connection.provisioning === 'onSignIn',
    },
    now,
  );
  if ('refusal' in joined) throw new SsoRefusal(joined.refusal);
  const { memberId, isNew, hasNewRole, role } = joined;
  pass('member', isNew ? 'created' : 'bound');
  pass('role', role);
  if (!(await saveIdentity(trx, { connectionId, subject, personId })))
    throw new SsoRefusal('connectionOff');
  const record = (action: SignInAction, fields = {}) =>
    recordAction(trx, { accountId, personId }, { action, target: memberId, fields }, now);
  if (user.state !== 'bound') await record('linkSso');
  if (user.state === 'linked' && primary !== undefined) {
    const chosen = (await readUserLanguage(trx, personId)) ?? language;
    const content = connectionLinkedEmail(emailDomain(email) ?? '', chosen);
    await queueMails(trx, [{ to: primary, email: content, kind: accountMailKind }], now);
  }
  if (isNew) await record('joinBySso');
  else if (hasNewRole) await record('changeRoleBySso', { role });
  return { personId, hasNewRole };
}

type NewIdentity = { connection: Connection; identity: SsoIdentity; email: string };
type FoundUser = {
  personId: string;
  state: 'bound' | 'linked' | 'created';
  /** The address that the user gets emails at. */
  primary: string | undefined;
};

/** Returns the user of the subject, or else of the email address, locked. */
async function findOrCreateUser(
  trx: Trx,
  { connection, identity, email }: NewIdentity,
  now: Date,
): Promise<FoundUser> {
  const { id: connectionId } = connection;
  const bound = await lockIdentity(trx, connectionId, identity.subject);
  const find = () => findLinkableUser(trx, connection, email);
  const known = bound ?? (await find());
  if (known && !bound && (await hasIdentity(trx, connectionId, known)))
    throw new SsoRefusal('otherSubject');
  const personId = known ?? newId();
  if (!known) await insertUser(trx, personId, { email, name: readName(identity, email) }, now);
  const primary = await lockUser(trx, personId);
  if (!bound && (await find()) !== personId) throw new AddressMoved();
  if (await isDisabled(trx, personId)) throw new SsoRefusal('disabled');
  if (known) await refuseAfterLeaving(trx, known, connection);
  return { personId, primary, state: bound ? 'bound' : known ? 'linked' : 'created' };
}

/**
 * The user of an address. A member who signs in with it comes before someone else who confirmed it later,
 * or neither could sign in. So does a member with another address, whom the directory renamed: the provider
 * could sign them in with their own, and someone outside the account would be refused.
 */
export async function findLinkableUser(
  trx: Trx,
  connection: Connection,
  email: string,
): Promise<string | undefined> {
  const { accountId } = connection;
  const member = await findMemberUser(trx, accountId, email);
  if (member?.signsInWithIt) return member.personId;
  const owner = await findUserByAddress(trx, email);
  if (!owner || !member) return owner ?? member?.personId;
  const isOwner =
    (await findMemberId(trx, accountId, owner)) !== undefined ||
    !(await hasOwnDomain(trx, member.personId, connection));
  return isOwner ? owner : member.personId;
}

/** Someone who left keeps their user and its accounts, which are no longer this provider's. */
async function refuseAfterLeaving(
  trx: Trx,
  personId: string,
  connection: Connection,
): Promise<void> {
  if (!(await hasOwnDomain(trx, personId, connection))) throw new SsoRefusal('otherDomain');
}

async function hasOwnDomain(
  trx: Trx,
  personId: string,
  { verifiedDomains }: Connection,
): Promise<boolean> {
  const own = await findConfirmedAddresses(trx, personId);
  const domains = own ? [own.email, ...own.addresses].map(emailDomain) : [];
  return domains.some((domain) => domain !== undefined && verifiedDomains.includes(domain));
}

function readEmail(text: string): string {
  const read = emailSchema.safeParse(text);
  if (!read.success) throw new SsoRefusal('noEmail');
  return read.data.toLowerCase();
}

function readName({ name = '' }: SsoIdentity, email: string): string {
  const plain = collapseWhitespace(name).slice(0, 200).toWellFormed().normalize('NFC');
  return plain.slice(0, 200) || email;
}

type EnforcementDeps = { db: Database; clock: Clock; urls: Urls };

/**
 * Refuses other ways to sign in to members who must use their identity provider. Emails the
 * break-glass owner at each use, before the session exists, so that none goes unnoticed.
 */
export function createAdmitSession({ db, clock, urls }: EnforcementDeps): AdmitSession {
  return async ({ personId, openedBy, openSso, isFirstStep }) => {
    if (openedBy === 'sso') return;
    const { isRequired, hasSecondStep, uses } = await readSignInRules(db, personId, openSso);
    if (isRequired) throw new Problem('sso_required');
    // Wait for the session that the second step opens.
    if (isFirstStep && hasSecondStep) return;
    if (uses.length > 0) await db.write((trx) => reportUses(trx, uses));
  };

  async function reportUses(trx: Trx, uses: BreakGlassUse[]) {
    const now = clock();
    for (const { accountId, memberId, personId, email, account } of uses) {
      const content = breakGlassEmail(account, now, urls.dashboard);
      await queueMails(trx, [{ to: email, email: content, kind: accountMailKind, accountId }], now);
      const act = { action: 'useBreakGlass', target: memberId } as const;
      await recordAction(trx, { accountId, personId }, act, now);
    }
  }
}
