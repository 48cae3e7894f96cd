import { storedForms } from '@insignia/contract';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { isIssuedTo } from '../credentials/sql.ts';
import { isSuppressed } from './sql.ts';

/** Lower-case addresses that unsubscribed from this account's email. */
export async function findSuppressed(
  trx: Trx,
  accountId: string,
  addresses: string[],
): Promise<Set<string>> {
  const forms = addresses
    .map((address) => address.toLowerCase())
    .flatMap((address) => storedForms(address).map((form) => ({ address, form })));
  const { rows } = await sql<{ address: string }>`
    select address from unnest(${forms.map(({ address }) => address)}::text[],
        ${forms.map(({ form }) => form)}::text[]) as f (address, form)
      join suppressed_addresses s
      on s.account_id = ${accountId} and s.address_hash = sha256(convert_to(form, 'UTF8'))`.execute(
    trx,
  );
  return new Set(rows.map(({ address }) => address));
}

type Subscription = { accountId: string; addressHash: Buffer };

/** The account, and those that its issuers moved to: links in emails sent before a move name the first. */
const andReceivers = (accountId: string) => sql`
  with recursive heirs (id) as (
    select ${accountId}::uuid
    union select t.to_account_id from heirs h join issuer_transfers t on t.from_account_id = h.id where t.state = 'completed')`;

export async function suppressAddress(
  db: Database,
  { accountId, addressHash }: Subscription,
  now: Date,
): Promise<void> {
  await sql`${andReceivers(accountId)}
    insert into suppressed_addresses select id, ${addressHash}, ${now} from heirs on conflict do nothing`.execute(
    db,
  );
}

export async function unsuppressAddress(
  db: Database,
  { accountId, addressHash }: Subscription,
): Promise<void> {
  await sql`${andReceivers(accountId)}
    delete from suppressed_addresses where account_id in (select id from heirs) and address_hash = ${addressHash}`.execute(
    db,
  );
}

const MAX_NAMED_ISSUERS = 3;
const MAX_SENDERS = 100;

/** An account that emails a recipient, by the newest credential that it issued to them. */
export type EmailSender = {
  accountId: string;
  credentialId: string;
  issuers: string[];
  /** In lower case. */
  emails: string[];
  isStopped: boolean;
};

/** The accounts that issued credentials to a user's addresses. */
export async function listEmailSenders(db: Database, addresses: string[]): Promise<EmailSender[]> {
  const { rows } = await sql<EmailSender>`
    select c.account_id as "accountId", (array_agg(c.id order by c.id desc))[1] as "credentialId",
      (array_agg(distinct i.name))[1:${sql.lit(MAX_NAMED_ISSUERS)}] as issuers,
      array_agg(distinct lower(c.recipient_email collate "C")) as emails,
      bool_and(${isSuppressed('c.account_id', 'c.recipient_email')}) as "isStopped"
    from credentials c join badges b on b.id = c.badge_id join issuers i on i.id = b.issuer_id
    where ${isIssuedTo(addresses)} and ${isNotLeaving('c.account_id')}
    group by c.account_id order by min(i.name), c.account_id limit ${MAX_SENDERS}`.execute(db);
  return rows;
}

/**
 * Names of the issuers that a recipient knows the account by, never the name of a member. Undefined
 * if there is no such account.
 */
export async function findIssuerNames(
  db: Database,
  accountId: string,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ names: string[] }>`
    select array(
      select i.name from issuers i
      where i.account_id = a.id and i.verified_at is not null and i.deleted_at is null
      order by i.id limit ${MAX_NAMED_ISSUERS}) as names
    from accounts a where a.id = ${accountId} and ${isNotLeaving('a.id')}`.execute(db);
  return rows[0]?.names;
}

const SETTING_NAME = 'unsubscribe_keys';

/** Returns the keys encrypted, newest first. */
export async function readSealedKeys(db: Database | Trx): Promise<Buffer[]> {
  const { rows } = await sql<{ value: string }>`
    select value from settings where name = ${SETTING_NAME}`.execute(db);
  const texts = JSON.parse(rows[0]?.value ?? '[]') as string[];
  return texts.map((text) => Buffer.from(text, 'base64'));
}

export async function saveSealedKeys(trx: Trx, keys: readonly Buffer[]): Promise<void> {
  const value = JSON.stringify(keys.map((key) => key.toString('base64')));
  await sql`insert into settings (name, value) values (${SETTING_NAME}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(trx);
}
