import { createOutbound } from '../outbound/index.ts';
import { type Cdn, purgeFault, purgeRequests } from './rules.ts';

const deadlineMs = 10_000;
const keepBytes = 16_384;
/**
 * The operator configures this address, so private addresses are allowed. Redirects are still
 * refused.
 */
const anywhere = ['0.0.0.0/0', '::/0'];

export type Hook = {
  /** Throws unless all keys were purged. */
  purge: (keys: readonly string[], signal?: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
};

export function openHook(cdn: Cdn): Hook {
  const outbound = createOutbound(anywhere);
  const { protocol, port } = new URL(cdn.url);
  const ports = [Number(port || (protocol === 'https:' ? 443 : 80))];
  return {
    async purge(keys, signal) {
      const target = outbound.target(cdn.url, { protocols: [protocol], ports });
      for (const request of purgeRequests(cdn, keys)) {
        const { status, body } = await outbound.send(target, {
          ...{ ...request, method: 'POST', deadlineMs, keepBytes },
          ...(signal && { signal }),
        });
        const fault = purgeFault(cdn.form, { status, body: body.toString('utf8') });
        if (fault) throw new Error(fault);
      }
    },
    close: outbound.close,
  };
}
