import type { Client } from '@insignia/sdk';
import { createRecipient } from './recipients.ts';
import { dayMs, type SetDaysAgo } from './weeks.ts';

/** One with skipped rows. */
export async function importLists(
  insignia: Client,
  badgeIds: readonly string[],
  at: SetDaysAgo,
): Promise<string> {
  const day = new Date(Date.now() - 7 * dayMs).toISOString().slice(0, 10);
  const list = (from: number, count: number, faulty: readonly number[] = []) =>
    [
      'name,email,issuedOn',
      ...Array.from({ length: count }, (_, n) => {
        const { name, email } = createRecipient(from + n);
        return `${name},${faulty.includes(n) ? email.replace('@', ' at ') : email},${day}`;
      }),
    ].join('\n');
  at(6);
  const open = await insignia.imports.create({ badgeId: badgeIds[4] ?? '', file: list(330, 18) });
  for await (const _ of insignia.imports.follow(open.importId));
  at(2);
  const done = { badgeId: badgeIds[1] ?? '', file: list(300, 24, [4, 11, 17]) };
  const { importId } = await insignia.imports.create(done);
  for await (const _ of insignia.imports.follow(importId));
  return importId;
}
