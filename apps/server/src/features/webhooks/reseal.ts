import type { SealedRows } from '../../platform/secrets/index.ts';
import { readSecretsAfter, saveSecrets } from './reseal-store.ts';

/** Secrets that sign deliveries. */
export const webhookSecrets: SealedRows = {
  purpose: 'webhook secrets',
  next: async (trx, after, most) => {
    const rows = await readSecretsAfter(trx, after, most);
    return rows.map(({ id, secret, previous }) => ({ id, sealed: [secret, previous] }));
  },
  set: (trx, { id, sealed: [secret, previous = null] }) =>
    saveSecrets(trx, id, secret as Buffer, previous),
};
