import type { Cluster } from '../support/cluster.ts';
import type { Machine } from '../support/machines.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

export type Fault = {
  name: string;
  /**
   * Injects the failure. Resolves once it has been undone. Killed processes restart by themselves.
   */
  strike: (cluster: Cluster) => Promise<void>;
};

export async function findPrimary({ databases }: Cluster): Promise<Machine> {
  const primary = await databases.primary();
  if (!primary) throw new Error('there is no primary');
  return primary;
}

/** A primary other than `old` was elected, and enough was issued since. */
export async function waitForNewPrimary(
  { databases, issues }: Cluster,
  old: Machine,
): Promise<void> {
  const others = databases.machines.filter((machine) => machine !== old);
  await waitForCondition(`another than ${old.name} is the primary`, async () => {
    const now = await databases.primary(others);
    return now !== undefined && now !== old;
  });
  await issues(30);
}
