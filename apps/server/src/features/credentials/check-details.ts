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
  /** The edition of the badge that it was held against; null where that does not matter. */
  edition: number | null;
  faults: ErrorDetail[];
};

/** No badge is ever of this one. */
const noEdition = 0;

/** What a credential is to say, held against the attributes of its badge; the badge is read only where it has any. */
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
