import type { Language } from '@insignia/contract';
import { formatLongDate } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { closeOffer, findOffer, listOffers } from '../move-in/index.ts';
import { findOwnAddresses } from '../people/index.ts';
import { type ImportDeps, importCredential } from './imports.ts';
import type { MyTexts } from './texts.ts';

/** A badge of another issuer that an organization offers to the user. */
export type ShownOffer = {
  id: string;
  badge: string;
  issuer: string | null;
  offeredBy: string;
  issued: string | undefined;
  expires: string | undefined;
};

/** More appear when these are answered. */
const MAX_SHOWN = 20;

/** The newest offers to a user's confirmed addresses. */
export async function showOffers(
  { db }: { db: Database },
  personId: string,
  { language, t }: { language: Language; t: MyTexts },
): Promise<ShownOffer[]> {
  const offers = await listOffers(db, await findOwnAddresses(db, personId), MAX_SHOWN);
  return offers.map(({ id, badgeName, issuerName, offeredBy, issuedOn, expires }) => ({
    ...{ id, badge: badgeName, issuer: issuerName, offeredBy },
    issued: issuedOn ? t.issued(formatLongDate(language, issuedOn)) : undefined,
    expires: expires ? t.expires(formatLongDate(language, expires)) : undefined,
  }));
}

/** Adds the badge to the user's credentials. It passes the checks of every import at `/my`. */
export async function acceptOffer(
  deps: ImportDeps,
  importer: { personId: string; client: string },
  id: string,
): Promise<void> {
  const addresses = await findOwnAddresses(deps.db, importer.personId);
  const offer = await findOffer(deps.db, id, addresses);
  if (!offer) throw new Problem('import_not_found');
  try {
    await importCredential(deps, importer, { file: offer.content });
  } catch (error) {
    // An earlier answer was interrupted, or the user had added it before.
    if (!(error instanceof Problem) || error.code !== 'import_exists') throw error;
  }
  await deps.db.write((trx) => closeOffer(trx, id, addresses, 'accepted'));
}

export async function declineOffer(
  { db }: { db: Database },
  personId: string,
  id: string,
): Promise<void> {
  const addresses = await findOwnAddresses(db, personId);
  const isClosed = await db.write((trx) => closeOffer(trx, id, addresses, 'declined'));
  if (!isClosed) throw new Problem('import_not_found');
}
