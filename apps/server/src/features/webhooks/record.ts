import type { Trx } from '../../platform/db/index.ts';
import {
  type DeliveryResult,
  lockAttemptCounts,
  readOutages,
  recordDeliveredAttempts,
  recordFailedAttempts,
} from './record-store.ts';
import { applyFailures } from './rules.ts';

export const listResultWebhooks = (results: DeliveryResult[]): string[] => [
  ...new Set(results.map(({ webhookId }) => webhookId)),
];

/** Records attempts, some of which failed. Returns the endpoints disabled by them. */
export async function recordResults(
  trx: Trx,
  results: DeliveryResult[],
  schedule: number[],
): Promise<string[]> {
  const [delivered = [], failed = []] = [true, false].map((isGood) =>
    results.filter(({ error }) => (error === null) === isGood),
  );
  await recordDeliveredAttempts(trx, listResultWebhooks(results), delivered);
  const outages = await readOutages(trx, listResultWebhooks(failed));
  const waiting = await lockAttemptCounts(
    trx,
    failed.map(({ id }) => id),
  );
  const decided = outages.flatMap((outage) => {
    const own = failed
      .filter(({ webhookId }) => webhookId === outage.id)
      .map((result) => ({ ...result, startedAt: result.started.getTime() }));
    const { tried, after } = applyFailures(outage, own, waiting, schedule, outage.now);
    const last = tried.at(-1)?.failure;
    return last ? [{ id: outage.id, tried, after, last }] : [];
  });
  await recordFailedAttempts(
    trx,
    decided.flatMap(({ tried }) => tried.map(({ failure, ...rest }) => ({ ...failure, ...rest }))),
    decided.map(({ id, after, last: { status, latency } }) => ({ id, ...after, status, latency })),
  );
  return decided.filter(({ after }) => after.isDisabled).map(({ id }) => id);
}
