import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import type { Auth } from './auth.ts';

/** Sign-up is open to anyone, to invited people, or to nobody. */
export type SignUpPolicy = 'open' | 'invited' | 'closed';

/** Creates an account for a new user. */
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
  /** Folder for emails if there is no mail server. */
  mailFolder: string | undefined;
  openAccount: OpenAccount;
  /** In all accounts of the user. */
  revokeKeysOf: (trx: Trx, personId: string) => Promise<void>;
  /** Invalidates cached API keys. */
  forgetKeys: () => Promise<void>;
};
