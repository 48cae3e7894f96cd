import { forgetMonths, type Trx } from '../db/index.ts';
import { keptMs } from './rules.ts';
import { dropMailsBefore, giveUpDead, hasQueued } from './store.ts';

/** Letters whose last attempt took its worker down with it; and those that were kept long enough. */
export async function tidyMails(trx: Trx, now: Date): Promise<'again' | undefined> {
  await giveUpDead(trx);
  return forgetMonths(
    trx,
    { table: 'mails', keptMs, isHeld: hasQueued, dropRows: dropMailsBefore },
    now,
  );
}
