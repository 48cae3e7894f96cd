import type { Owner } from './people.ts';
import { waitForCondition } from './wait-for-condition.ts';

type Brand = Parameters<Owner['insignia']['issuers']['updateBrand']>[0];

/** Saves a brand for the issuer's issued credentials too. Resolves when all of them have it. */
export async function updateIssuedBrand({ insignia }: Owner, brand: Brand): Promise<void> {
  const { jobId } = await insignia.issuers.updateBrand({ ...brand, applyToIssued: true });
  await waitForCondition('issued credentials have the brand', async () => {
    const { finishedAt } = await insignia.jobs.get({ jobId: jobId ?? '' });
    return finishedAt !== null;
  });
}
