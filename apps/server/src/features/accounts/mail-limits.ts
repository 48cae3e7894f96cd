import type { Plan } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { normalizeMailbox } from '../../kernel/plain-text.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { RateLimit, RateLimitUse, Throttle } from '../../platform/limits/throttle.ts';

const day = 86_400;
const hour = 3_600;

/**
 * Emails per day to addresses of the account's choice: enough for the plan's credentials, too few
 * for a relay.
 */
const dailyLimits: Record<Plan, RateLimit> = {
  free: { name: 'mails-free', points: 500, seconds: day },
  starter: { name: 'mails-starter', points: 5_000, seconds: day },
  pro: { name: 'mails-pro', points: 50_000, seconds: day },
  unlimited: { name: 'mails-unlimited', points: 1_000_000, seconds: day },
};

/**
 * Emails per day that strangers cause. Each kind is counted separately, so that nobody can use up
 * the limit of the team's emails or of another kind.
 */
const countApart = (name: string): Record<Plan, RateLimit> => ({
  free: { ...dailyLimits.free, name: `${name}-free` },
  starter: { ...dailyLimits.starter, name: `${name}-starter` },
  pro: { ...dailyLimits.pro, name: `${name}-pro` },
  unlimited: { ...dailyLimits.unlimited, name: `${name}-unlimited` },
});
const dailyVisitorLimits = countApart('claim-mails');
const dailyWalletLimits = countApart('wallet-mails');

/**
 * Limits of invitations and codes per hour, which count as emails too: enough for all seats and issuers of the plan,
 * including reassignments.
 */
const hourlyLimits: Record<Plan, RateLimit> = {
  free: { name: 'strangers-free', points: 10, seconds: hour },
  starter: { name: 'strangers-starter', points: 20, seconds: hour },
  pro: { name: 'strangers-pro', points: 60, seconds: hour },
  unlimited: { name: 'strangers-unlimited', points: 1_000, seconds: hour },
};
/** Low enough that one account can't use up a mailbox's limit. */
const pairLimit: RateLimit = { name: 'strangers-pair', points: 5, seconds: hour };
const mailboxLimit: RateLimit = { name: 'strangers-mailbox', points: 20, seconds: hour };

type Sender = Pick<Caller, 'plan' | 'accountId'>;
/**
 * Counts emails within the transaction that queues them. Throws too_many_requests above the limit.
 */
export type TakeMails = (trx: Trx, who: Sender, count: number) => Promise<void>;
/** Counts as many emails as the limit allows, in the same way. Returns how many. */
export type TakeMailsUpTo = (trx: Trx, who: Sender, count: number) => Promise<number>;
/** Counts an email to someone who may not know the account. */
export type TakeStrangerMail = (
  trx: Trx,
  who: Sender & Pick<Caller, 'accountEmail'>,
  to: string,
) => Promise<void>;

export function createMailLimits(throttle: Throttle): {
  takeMails: TakeMails;
  takeMailsUpTo: TakeMailsUpTo;
  /** Takes from the limit for emails that visitors of claim pages cause. */
  takeVisitorMails: TakeMails;
  /** Takes from the limit for codes that wallets cause. */
  takeWalletMails: TakeMails;
  takeStranger: TakeStrangerMail;
} {
  const countDaily = ({ plan, accountId }: Sender, points: number): RateLimitUse => ({
    ...{ limit: dailyLimits[plan], who: accountId, points },
  });
  const takeApart =
    (limits: Record<Plan, RateLimit>): TakeMails =>
    (trx, { plan, accountId }, points) =>
      throttle.takeWithin(trx, [{ limit: limits[plan], who: accountId, points }]);
  return {
    takeMails: (trx, who, count) => throttle.takeWithin(trx, [countDaily(who, count)]),
    takeMailsUpTo: (trx, who, count) => throttle.takeUpTo(trx, countDaily(who, count)),
    takeVisitorMails: takeApart(dailyVisitorLimits),
    takeWalletMails: takeApart(dailyWalletLimits),
    takeStranger(trx, who, to) {
      const mailbox = normalizeMailbox(to);
      // Counted by the owner's mailbox, so that deleting the account doesn't reset it.
      const owner = normalizeMailbox(who.accountEmail);
      // Counters shared with other accounts come last, to avoid deadlocks.
      return throttle.takeWithin(trx, [
        countDaily(who, 1),
        { limit: hourlyLimits[who.plan], who: owner, points: 1 },
        { limit: pairLimit, who: `${owner} ${mailbox}`, points: 1 },
        { limit: mailboxLimit, who: mailbox, points: 1 },
      ]);
    },
  };
}
