import {
  areFaults,
  type CredentialDetails,
  credentialDetails,
  type ErrorDetail,
  type GivenDetails,
  readAttributes,
} from '@insignia/contract';
import type { Database } from '../../platform/db/index.ts';
import { attributesOfBadge } from './details-store.ts';

type Checked = {
  details: CredentialDetails | null;
  /** Version of the badge that was checked; null if it doesn't matter. */
  edition: number | null;
  faults: ErrorDetail[];
};

/** Never the version of a badge. */
const noEdition = 0;

/** Validates details against the badge's custom fields. Reads the badge only if it has any. */
export async function checkDetails(
  db: Database,
  badge: { accountId: string; badgeId: string },
  said: GivenDetails,
): Promise<Checked> {
  const { attributes = {} } = said;
  if (Object.keys(attributes).length === 0)
    return { details: credentialDetails(said), edition: null, faults: [] };
  const { edition, defined } = await attributesOfBadge(db, badge);
  const read = readAttributes(attributes, defined);
  return areFaults(read)
    ? { details: null, edition: noEdition, faults: read }
    : { details: credentialDetails(said, read), edition, faults: [] };
}
