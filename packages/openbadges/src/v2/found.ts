import type { FoundIssuer } from '../shared/found-issuer.ts';

/** Contents for display. Trust only what the checks confirm. */
export type Found = {
  id?: string | undefined;
  badge?: {
    name?: string | undefined;
    description?: string | undefined;
    image?: string | undefined;
  };
  issuer?: FoundIssuer;
  /** Only if the assertion names them beside the hash. */
  recipient?: { name: string };
  /** Epoch milliseconds. */
  issuedOn?: number | undefined;
  expires?: number | undefined;
  revocationReason?: string | undefined;
};
