import {
  areErrorDetails,
  type CredentialDetails,
  type CredentialDetailsInput,
  credentialDetails,
  type ErrorDetail,
  readAttributes,
} from '@insignia/contract';
import type { Database } from '../../platform/db/index.ts';
import { readBadgeAttributes } from './details-store.ts';

type CheckedDetails = {
  details: CredentialDetails | null;
  /** Version of the badge that was checked; null if it doesn't matter. */
  edition: number | null;
  faults: ErrorDetail[];
};

/** Never the version of a badge. */
const NO_VERSION = 0;

/** Validates details against the badge's custom fields. Reads the badge only if it has any. */
export async function checkDetails(
  db: Database,
  badge: { accountId: string; badgeId: string },
  said: CredentialDetailsInput,
): Promise<CheckedDetails> {
  const { attributes = {} } = said;
  if (Object.keys(attributes).length === 0)
    return { details: credentialDetails(said), edition: null, faults: [] };
  const { edition, defined } = await readBadgeAttributes(db, badge);
  const read = readAttributes(attributes, defined);
  return areErrorDetails(read)
    ? { details: null, edition: NO_VERSION, faults: read }
    : { details: credentialDetails(said, read), edition, faults: [] };
}
