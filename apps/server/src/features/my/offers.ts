import { type Language, pagePaths, withQuery } from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import { formatLongDate, formatNumber } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  closeOffer,
  findOffer,
  type ListedOffer,
  listOffers,
  listOffersOfAccount,
  MAX_COUNTED,
  type Offer,
} from '../move-in/index.ts';
import { findOwnAddresses } from '../people/index.ts';
import { type AddBadgeDeps, importCredential } from './imports.ts';
import { getImportTexts } from './texts/imports.ts';
import type { MyTexts } from './texts.ts';

/** A badge of another issuer that an organization offers to the user. */
type ShownOffer = {
  id: string;
  badge: string;
  issuer: string | null;
  offeredBy: string;
  issued: string | undefined;
  expires: string | undefined;
};

/** Offers of one account, with a link to its others. */
export type OfferGroup = { offers: ShownOffer[]; more?: { text: string; url: string } };

/** `all` leads from the offers of one account to those of all, and `next` to the next page. */
export type OfferList = {
  groups: OfferGroup[];
  all: string | undefined;
  next: string | undefined;
};

const MAX_ACCOUNTS = 10;
const pageSize = 20;

type OfferTexts = { language: Language; t: MyTexts };

function showOffer(
  { id, badgeName, issuerName, offeredBy, issuedOn, expires }: Omit<Offer, 'content'>,
  { language, t }: OfferTexts,
): ShownOffer {
  return {
    ...{ id, badge: badgeName, issuer: issuerName, offeredBy },
    issued: issuedOn ? t.issued(formatLongDate(language, issuedOn)) : undefined,
    expires: expires ? t.expires(formatLongDate(language, expires)) : undefined,
  };
}

/** Offers to a user's confirmed addresses: of all accounts, or of the account that has `offersFrom`. */
export async function showOffers(
  { db }: { db: Database },
  personId: string,
  query: Record<string, unknown>,
  texts: OfferTexts,
): Promise<OfferList> {
  const addresses = await findOwnAddresses(db, personId);
  const read = (name: string) => readId(String(query[name] ?? ''));
  const [issuerId, before] = [read('offersFrom'), read('offersBefore')];
  if (issuerId) {
    const page = { issuerId, before, limit: pageSize + 1 };
    const rows = await listOffersOfAccount(db, addresses, page);
    const offers = rows.slice(0, pageSize);
    const offersBefore = rows.length > pageSize ? offers.at(-1)?.id : undefined;
    return {
      groups: offers.length > 0 ? [{ offers: offers.map((each) => showOffer(each, texts)) }] : [],
      all: pagePaths.my,
      next: offersBefore && withQuery(pagePaths.my, { offersFrom: issuerId, offersBefore }),
    };
  }
  const accounts = await listOffers(db, addresses, { before, limit: MAX_ACCOUNTS + 1 });
  const listed = accounts.slice(0, MAX_ACCOUNTS);
  const offersBefore = accounts.length > MAX_ACCOUNTS ? listed.at(-1)?.at(0)?.id : undefined;
  return {
    groups: listed.map((offers) => showGroup(offers, texts)),
    all: before ? pagePaths.my : undefined,
    next: offersBefore && withQuery(pagePaths.my, { offersBefore }),
  };
}

function showGroup(listed: readonly ListedOffer[], texts: OfferTexts): OfferGroup {
  const offers = listed.map((each) => showOffer(each, texts));
  const [first] = listed;
  const count = (first?.count ?? 0) - listed.length;
  if (!first || count <= 0) return { offers };
  const { more } = getImportTexts(texts.language).offers;
  const shown = formatNumber(texts.language, count);
  const text = more(count < MAX_COUNTED ? shown : `${shown}+`, `\u2068${first.offeredBy}\u2069`);
  return {
    offers,
    more: { text, url: withQuery(pagePaths.my, { offersFrom: first.issuerId }) },
  };
}

/** Adds the badge to the user's credentials. It passes the checks of every import at `/my`. */
export async function acceptOffer(
  deps: AddBadgeDeps,
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
