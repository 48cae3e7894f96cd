import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/id.ts';
import { formatLongDate } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { findOwnAddresses } from '../people/index.ts';
import { createTrustNote, getVerifierTexts, translateIdentity } from '../verifier/index.ts';
import { findImported, type ImportedRow } from './imports-store.ts';
import { addStatus, type OwnRow, readOwnPage } from './list.ts';
import { findSelectedCredentials } from './store.ts';
import { getImportTexts } from './texts/imports.ts';
import type { MyTexts } from './texts.ts';

type SelectionDeps = { db: Database; clock: Clock; urls: Urls };

/** The selected credentials that are still the user's. */
export async function readSelection(
  { db }: Pick<SelectionDeps, 'db'>,
  personId: string,
  ids: string[],
): Promise<OwnRow[]> {
  if (ids.length === 0) return [];
  const addresses = await findOwnAddresses(db, personId);
  const issued = await findSelectedCredentials(db, addresses, ids);
  if (issued.length === ids.length) return issued;
  const imported = await findImported(db, { personId, addresses }, ids);
  const rows = new Map<string, OwnRow>([...issued, ...imported].map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
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
): Promise<OwnRow[]> {
  const addresses = await findOwnAddresses(db, personId);
  return readOwnPage(db, { personId, addresses, now: clock() }, undefined, MAX_CHOICES);
}

/** The URL of a credential, or of the user's import. */
export const getOwnUrl = ({ id, source }: OwnRow, urls: Urls): string =>
  source === 'issued' ? urls.credential(id) : urls.imported(id);

/** A credential in a gallery. */
export type Exhibit = {
  id: string;
  badge: string;
  issuer: string;
  recipient: string;
  /** Undefined for a credential from elsewhere: its picture would come from a stranger. */
  image: string | undefined;
  status: string;
  statusText: string;
  issued: string;
  page: string | undefined;
  /** For a credential from elsewhere: the proven signer or host, and the day of the check. */
  proof?: string;
  note?: string;
};

type PageLanguage = { language: Parameters<typeof formatLongDate>[0]; t: MyTexts };

export function createExhibit(
  row: OwnRow,
  { clock, urls }: Pick<SelectionDeps, 'clock' | 'urls'>,
  { language, t }: PageLanguage,
): Exhibit {
  const shown = addStatus(row, clock());
  if (shown.source === 'imported') return describeImported(shown, { language, t });
  const { status } = shown;
  return {
    ...{ id: shown.id, badge: shown.badgeName, issuer: shown.issuerName },
    ...{ recipient: shown.recipientName, image: urls.image(shown.imageCid) },
    ...{ status, statusText: t.statuses[status] },
    issued: t.issued(formatLongDate(language, shown.issuedOn)),
    page: urls.credentialPage(shown.id),
  };
}

/**
 * A credential from elsewhere as pages show it: marked, with who was proven to have signed or hosted
 * it. Everything else is a claim of that issuer.
 */
function describeImported(row: ImportedRow, { language, t }: PageLanguage): Exhibit {
  const texts = getImportTexts(language);
  const verifier = getVerifierTexts(language);
  const { provenBy, status, issuedOn } = row;
  const found = provenBy ? { issuer: { provenBy } } : {};
  const identity = provenBy && translateIdentity(provenBy, verifier);
  const isKeyOnly = status === 'valid' && (!provenBy || !('host' in provenBy));
  return {
    ...{ id: row.id, badge: row.badgeName, issuer: row.issuerName ?? '' },
    ...{ recipient: row.recipientName ?? '', image: undefined, page: undefined },
    status: isKeyOnly ? 'unknown' : status,
    statusText: isKeyOnly ? verifier.headlines.unknownSigner : verifier.headlines[status],
    issued: issuedOn ? t.issued(formatLongDate(language, issuedOn)) : '',
    proof: [
      texts.imported,
      ...(identity
        ? [`${identity.before}\u2068${identity.subject}${identity.path}\u2069${identity.after}`]
        : []),
      texts.checked(formatLongDate(language, row.checkedAt)),
    ].join(' '),
    note: createTrustNote({ found }, verifier),
  };
}
