import { createRequest } from '../../tests/support/create-request.ts';
import type { Cluster } from './cluster.ts';
import { apps, baseUrl, getAppUrl } from './service.ts';
import { waitForCondition } from './wait-for-condition.ts';

/**
 * Milliseconds from a revocation's response until every process, with the credential cached,
 * reports it.
 */
export async function measureRevocationDelay({ key, load }: Cluster): Promise<number> {
  const id = load.latest();
  const documents = apps.map((app) => createRequest(getAppUrl(app)));
  const read = () => Promise.all(documents.map((ask) => ask('GET', `/certify-badge/award/${id}`)));
  await waitForCondition('everybody serves it', async () =>
    (await read()).every(({ status }) => status === 200),
  );
  const revoke = createRequest(baseUrl, { 'x-api-key': key });
  const answer = await revoke('POST', `/awards/${id}/revoke`, { parameters: { reason: 'a test' } });
  if (answer.status !== 200) throw new Error(`not revoked: ${answer.status} ${answer.text}`);
  const revoked = performance.now();
  await waitForCondition('it is revoked everywhere', async () =>
    (await read()).every(({ body }) => body?.revoked === true),
  );
  return performance.now() - revoked;
}
