import type { SealedRows } from '../../platform/secrets/index.ts';
import { sealedKeysAfter, setSealed } from './key-store.ts';

/** Private keys of issuers. */
export const issuerKeySecrets: SealedRows = {
  purpose: 'issuer keys',
  next: async (trx, after, most) => {
    const rows = await sealedKeysAfter(trx, after, most);
    return rows.map(({ id, sealed }) => ({ id, sealed: [sealed] }));
  },
  set: (trx, { id, sealed: [sealed] }) => setSealed(trx, id, sealed as Buffer),
};
