import type { KeyScope, Plan, Role } from '@insignia/contract';

/** A signed-in user, outside any account. */
export type User = {
  personId: string;
  email: string;
  name: string;
  /** Undefined for identity providers whose tokens don't say. */
  signedInAt: Date | undefined;
  /** Undefined for tokens of an identity provider. */
  sessionId: string | undefined;
  /** True if the session was opened with a second factor, or one was set up in it. */
  hasSecondFactor: boolean;
  /** The connection of an account that opened the session. */
  ssoConnectionId: string | undefined;
  /** True if only that connection vouches for the user. The session then reaches its account alone. */
  isSsoOnly: boolean;
  /** True if the session cookie authenticated the request, false for a token. */
  byCookie: boolean;
};

/** The authenticated caller: user, account, role and scope. */
export type Caller = {
  accountId: string;
  memberId: string;
  personId: string;
  role: Role;
  scope: KeyScope;
  plan: Plan;
  accountCreatedAt: Date;
  /** The address that the account's owner signed up with. They may have lost or removed it since. */
  accountEmail: string;
  keyId: string | undefined;
  /** Undefined for API keys and some tokens. */
  signedInAt?: Date | undefined;
  /**
   * True if only single sign-on opened the session, or the session that created the key. It can
   * access only this account.
   */
  isSsoOnly?: boolean;
};
