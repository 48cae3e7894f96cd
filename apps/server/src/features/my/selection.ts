import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/id.ts';
import { formatLongDate } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { computeCredentialStatus } from '../credentials/index.ts';
import { findOwnAddresses } from '../people/index.ts';
import { findSelectedCredentials, type MyCredentialRow, myCredentialsPage } from './store.ts';
import type { MyTexts } from './texts.ts';

type SelectionDeps = { db: Database; clock: Clock; urls: Urls };

/** The selected credentials that are still the user's. */
export async function readSelection(
  { db }: Pick<SelectionDeps, 'db'>,
  personId: string,
  ids: string[],
): Promise<MyCredentialRow[]> {
  if (ids.length === 0) return [];
  return findSelectedCredentials(db, await findOwnAddresses(db, personId), ids);
}

/** Ids of the user's own credentials, without duplicates. Others are as unknown as erased ones. */
export async function requireOwnIds(
  { db }: Pick<SelectionDeps, 'db'>,
  personId: string,
  typed: string[],
): Promise<string[]> {
  const ids = [...new Set(typed.map((text) => readId(text)))];
  const known = ids.filter((id) => id !== undefined);
  const own = await readSelection({ db }, personId, known);
  if (own.length < ids.length) throw new Problem('credential_not_found');
  return known;
}

const MAX_CHOICES = 500;

/** The user's newest credentials, to select some of them. */
export async function listChoices(
  { db, clock }: Pick<SelectionDeps, 'db' | 'clock'>,
  personId: string,
): Promise<MyCredentialRow[]> {
  const addresses = await findOwnAddresses(db, personId);
  const page = { lastId: undefined, limit: MAX_CHOICES, now: clock() };
  return myCredentialsPage(db, addresses, page);
}

/** A credential in a gallery. */
export type Exhibit = {
  id: string;
  badge: string;
  issuer: string;
  recipient: string;
  image: string;
  status: 'valid' | 'expired' | 'revoked';
  statusText: string;
  issued: string;
  page: string;
};

type PageLanguage = { language: Parameters<typeof formatLongDate>[0]; t: MyTexts };

export function createExhibit(
  row: MyCredentialRow,
  { clock, urls }: Pick<SelectionDeps, 'clock' | 'urls'>,
  { language, t }: PageLanguage,
): Exhibit {
  const status = computeCredentialStatus(row, clock().getTime());
  return {
    ...{ id: row.id, badge: row.badgeName, issuer: row.issuerName, recipient: row.recipientName },
    image: urls.image(row.imageCid),
    ...{ status, statusText: t.statuses[status] },
    issued: t.issued(formatLongDate(language, row.issuedOn)),
    page: urls.credentialPage(row.id),
  };
}
