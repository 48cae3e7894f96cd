import { forgetMonths, type Trx } from '../db/index.ts';
import { keptMs } from './rules.ts';
import { dropMailsBefore, giveUpDead, hasQueued } from './store.ts';

/** Fails emails whose last attempt crashed, and deletes old ones. */
export async function tidyMails(trx: Trx, now: Date): Promise<'again' | undefined> {
  await giveUpDead(trx);
  return forgetMonths(
    trx,
    { table: 'mails', keptMs, isHeld: hasQueued, dropRows: dropMailsBefore },
    now,
  );
}
