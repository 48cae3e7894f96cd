import type { SealedRows } from '../../platform/secrets/index.ts';
import { readSealedKeysAfter, saveSealedKey } from './key-store.ts';

/** Private keys of issuers. */
export const issuerKeySecrets: SealedRows = {
  purpose: 'issuer keys',
  next: async (trx, after, most) => {
    const rows = await readSealedKeysAfter(trx, after, most);
    return rows.map(({ id, sealed }) => ({ id, sealed: [sealed] }));
  },
  set: (trx, { id, sealed: [sealed] }) => saveSealedKey(trx, id, sealed as Buffer),
};
