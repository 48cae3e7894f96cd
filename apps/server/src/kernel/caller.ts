import type { Plan, Role, Scope } from '@insignia/contract';

/** A signed-in human, outside any account. */
export type Person = {
  personId: string;
  email: string;
  name: string;
  signedInAt: Date;
  /** Set when a session cookie says who it is. */
  sessionId: string | undefined;
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
  /** When the person signed in; not known of a key. */
  signedInAt?: Date | undefined;
};
