import { createOutbound } from '../outbound/index.ts';
import { buildPurgeRequests, type Cdn, findPurgeError } from './rules.ts';

const deadlineMs = 10_000;
const keepBytes = 16_384;
/**
 * The operator configures this address, so private addresses are allowed. Redirects are still
 * refused.
 */
const anywhere = ['0.0.0.0/0', '::/0'];

export type PurgeClient = {
  /** Throws unless all keys were purged. */
  purge: (keys: readonly string[], signal?: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
};

export function createPurgeClient(cdn: Cdn): PurgeClient {
  const outbound = createOutbound(anywhere);
  const { protocol, port } = new URL(cdn.url);
  const ports = [Number(port || (protocol === 'https:' ? 443 : 80))];
  return {
    async purge(keys, signal) {
      const target = outbound.target(cdn.url, { protocols: [protocol], ports });
      for (const request of buildPurgeRequests(cdn, keys)) {
        const { status, body } = await outbound.send(target, {
          ...{ ...request, method: 'POST', deadlineMs, keepBytes },
          ...(signal && { signal }),
        });
        const purgeError = findPurgeError(cdn.form, { status, body: body.toString('utf8') });
        if (purgeError) throw new Error(purgeError);
      }
    },
    close: outbound.close,
  };
}
