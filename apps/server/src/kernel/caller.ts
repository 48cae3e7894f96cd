import type { Plan, Role, Scope } from '@insignia/contract';

/** A signed-in human, outside any account. */
export type Person = {
  personId: string;
  email: string;
  name: string;
  /** Some tokens of an identity provider do not tell. */
  signedInAt: Date | undefined;
  /** What the sign-in opened here; none behind an identity provider's token. */
  sessionId: string | undefined;
  /** Whether the session's cookie says who it is, rather than a token. */
  byCookie: boolean;
};

/** Who asks, in which account, with which role and scope. */
export type Caller = {
  accountId: string;
  memberId: string;
  personId: string;
  role: Role;
  scope: Scope;
  plan: Plan;
  accountCreatedAt: Date;
  /** The owner's proven address. */
  accountEmail: string;
  keyId: string | undefined;
  /** When the person signed in; not known of a key and of some tokens. */
  signedInAt?: Date | undefined;
};
