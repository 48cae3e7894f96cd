import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { Auth } from './auth.ts';

/** Who may sign up: anybody, those who were invited, or nobody. */
export type SignUpPolicy = 'open' | 'invited' | 'closed';

/** Writes an account of their own for somebody new. */
export type OpenAccount = (
  trx: Trx,
  owner: { personId: string; email: string; name: string },
  now: Date,
) => Promise<unknown>;

export type PeopleDeps = {
  db: Database;
  auth: Auth;
  urls: Urls;
  throttle: Throttle;
  clock: Clock;
  signUp: SignUpPolicy;
  /** Where mails become files, while there is no mail server. */
  mailFolder: string | undefined;
  openAccount: OpenAccount;
  /** In every account that the person belongs to. */
  revokeKeysOf: (trx: Trx, personId: string) => Promise<void>;
  /** What keys may do has changed. */
  forgetKeys: () => Promise<void>;
};
