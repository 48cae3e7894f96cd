import type { FoundIssuer } from '../shared/found-issuer.ts';

/** What was found, for people to look at; nothing of it is trusted beyond what the checks say. */
export type Found = {
  id?: string | undefined;
  badge?: {
    name?: string | undefined;
    description?: string | undefined;
    image?: string | undefined;
  };
  issuer?: FoundIssuer;
  /** Only as the assertion names them beside their hash. */
  recipient?: { name: string };
  /** Epoch milliseconds. */
  issuedOn?: number | undefined;
  expires?: number | undefined;
  revocationReason?: string | undefined;
};
