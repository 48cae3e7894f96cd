import type { Plan } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Cap, Throttle } from '../../platform/throttle.ts';

const day = 86_400;

/** Mails that an account may send to addresses of its choice: enough for its plan's credentials, too few for a relay. */
const caps: Record<Plan, Cap> = {
  free: { name: 'mails-free', points: 500, seconds: day },
  starter: { name: 'mails-starter', points: 5_000, seconds: day },
  pro: { name: 'mails-pro', points: 50_000, seconds: day },
  unlimited: { name: 'mails-unlimited', points: 1_000_000, seconds: day },
};

/** Counts them; over the cap it throws too_many_requests. */
export type MailCap = (who: Pick<Caller, 'plan' | 'accountId'>, count: number) => Promise<void>;

export function createMailCap(throttle: Throttle): MailCap {
  return (who, count) => throttle.take(caps[who.plan], who.accountId, count);
}
