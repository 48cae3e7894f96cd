import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { listMailsAbout, type MailRow } from './mail-store.ts';

/** An email as replies show it. */
export function toMailItem({ id, credentialId, createdAt, doneAt, ...row }: MailRow, urls: Urls) {
  return {
    ...row,
    mailId: id,
    awardId: credentialId ? urls.credential(credentialId) : null,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  };
}

/** The newest emails about these credentials, as replies show them. */
export async function readMailsAbout(
  { db, urls }: { db: Database; urls: Urls },
  accountId: string,
  credentialIds: string[],
  limit: number,
) {
  const rows = await listMailsAbout(db, accountId, credentialIds, limit);
  return rows.map((row) => toMailItem(row, urls));
}
