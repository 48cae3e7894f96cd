import { sql } from 'kysely';
import type { Database, Trx } from './index.ts';

const name = 'base_url';

/** The base URL of issued credentials. Undefined before the first. */
export async function readStoredBaseUrl(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{
    value: string;
  }>`select value from settings where name = ${name}`.execute(db);
  return rows[0]?.value;
}

/** Credentials were issued under the URL `known`. */
export class BaseUrlMismatch extends Error {
  readonly baseUrl: string;
  readonly known: string;

  constructor(baseUrl: string, known: string) {
    super(
      `BASE_URL is ${baseUrl}, but credentials were issued under ${known}. Change it back, or set BASE_URL_CHANGED=yes if ${known} now redirects here`,
    );
    this.baseUrl = baseUrl;
    this.known = known;
  }
}

/**
 * Ids are in emails and baked files, so the base URL of the first credential is permanent. A
 * different one stops the start unless the operator confirms it.
 */
export async function checkBaseUrl(
  db: Database,
  baseUrl: string,
  mayChange: boolean,
): Promise<void> {
  const known = await readStoredBaseUrl(db);
  if (!known || known === baseUrl) return;
  if (!mayChange) throw new BaseUrlMismatch(baseUrl, known);
  await sql`update settings set value = ${baseUrl} where name = ${name}`.execute(db);
}

/** The base URL, which this process stores once. */
export type BaseUrlRecord = { isStored: boolean; store: () => Promise<void> };

export async function storeBaseUrl(db: Database | Trx, baseUrl: string): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, ${baseUrl}) on conflict do nothing`.execute(
    db,
  );
}

/** Calls `store` until it succeeded once. */
export function createBaseUrlRecord(store: () => Promise<void>): BaseUrlRecord {
  const record: BaseUrlRecord = {
    isStored: false,
    store: async () => {
      await store();
      record.isStored = true;
    },
  };
  return record;
}
