import type { Plan } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { mailboxOf } from '../../kernel/plain-words.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Cap, Take, Throttle } from '../../platform/throttle.ts';

const day = 86_400;
const hour = 3_600;

/** Mails that an account may send to addresses of its choice: enough for its plan's credentials, too few for a relay. */
const daily: Record<Plan, Cap> = {
  free: { name: 'mails-free', points: 500, seconds: day },
  starter: { name: 'mails-starter', points: 5_000, seconds: day },
  pro: { name: 'mails-pro', points: 50_000, seconds: day },
  unlimited: { name: 'mails-unlimited', points: 1_000_000, seconds: day },
};

/** Of those, invitations and codes: enough for all seats and issuers of the plan, which can be given away and taken back. */
const hourly: Record<Plan, Cap> = {
  free: { name: 'strangers-free', points: 10, seconds: hour },
  starter: { name: 'strangers-starter', points: 20, seconds: hour },
  pro: { name: 'strangers-pro', points: 60, seconds: hour },
  unlimited: { name: 'strangers-unlimited', points: 1_000, seconds: hour },
};
/** Few enough by account that one cannot use up what others may send to the mailbox. */
const byPair: Cap = { name: 'strangers-pair', points: 5, seconds: hour };
const byMailbox: Cap = { name: 'strangers-mailbox', points: 20, seconds: hour };

type Sender = Pick<Caller, 'plan' | 'accountId'>;
/** Counts them in the transaction that posts them; over the cap it throws too_many_requests. */
export type MailCap = (trx: Trx, who: Sender, count: number) => Promise<void>;
/** Counts one to somebody who has not asked for it and may not know the account. */
export type StrangerCap = (
  trx: Trx,
  who: Sender & Pick<Caller, 'accountEmail'>,
  to: string,
) => Promise<void>;

export function createMailCaps(throttle: Throttle): {
  takeMails: MailCap;
  takeStranger: StrangerCap;
} {
  const ofDay = ({ plan, accountId }: Sender, points: number): Take => ({
    ...{ cap: daily[plan], who: accountId, points },
  });
  return {
    takeMails: (trx, who, count) => throttle.takeWithin(trx, [ofDay(who, count)]),
    takeStranger(trx, who, to) {
      const mailbox = mailboxOf(to);
      // By the owner's mailbox: an account that is deleted and made anew has no more.
      const owner = mailboxOf(who.accountEmail);
      // What is shared with other accounts comes last, so that two never wait for each other.
      return throttle.takeWithin(trx, [
        ofDay(who, 1),
        { cap: hourly[who.plan], who: owner, points: 1 },
        { cap: byPair, who: `${owner} ${mailbox}`, points: 1 },
        { cap: byMailbox, who: mailbox, points: 1 },
      ]);
    },
  };
}
