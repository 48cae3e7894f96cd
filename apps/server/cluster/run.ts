// Several machines under load with injected failures: nothing acknowledged is lost or doubled, and
// everything recovers by itself. `npm run test:cluster` provides network, process and mount
// namespaces, which end with it. CLUSTER_ONLY selects failures by name.

import { type Fault, faults } from './faults.ts';
import { measureRecovery } from './rules.ts';
import { type Cluster, measureRevocationDelay, startCluster } from './support/cluster.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const startedAt = performance.now();
const log = (words: string): void =>
  void process.stdout.write(
    `${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${words}\n`,
  );
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const only = process.env.CLUSTER_ONLY ?? '';
const rows: string[] = [];
let [passed, failed] = [0, 0];

async function survive(cluster: Cluster, { name, strike }: Fault): Promise<void> {
  const { load, issues, isWhole, audit } = cluster;
  await waitForCondition('all is well before', isWhole);
  await issues(20);
  load.wrong.length = 0;
  const struck = performance.now();
  await strike(cluster);
  await issues(30);
  await waitForCondition('all is well again', isWhole);
  const wholeMs = performance.now() - struck;
  const found = await audit();
  const toldMs = performance.now() - struck;
  const [issue, read, known] = ['issue', 'document', 'known document'].map((kind) =>
    measureRecovery(load.seen, kind, struck),
  );
  if (!issue || !read || !known) throw new Error('nothing was asked');
  rows.push(
    `| ${name} | ${issue.refused} of ${issue.requests} | ${seconds(issue.silenceMs)} | ${seconds(issue.recoveredMs)} | ${seconds(known.silenceMs)} | ${seconds(wholeMs)} | ${seconds(toldMs)} | ${found.credentials} | ${found.lost.length} | ${found.doubled.length} | ${found.events}, ${found.eventsAgain} | ${found.mails}, ${found.mailsAgain} |`,
  );
  log(rows.at(-1) ?? '');
  const bad = [
    ...(found.untold > 0 ? [`${found.untold} events for no endpoint`] : []),
    ...found.lost.map((id) => `lost ${id}`),
    ...found.doubled.map((id) => `doubled ${id}`),
    ...load.wrong,
  ];
  if (bad.length > 0) throw new Error(`${bad.length} errors:\n${bad.slice(0, 10).join('\n')}`);
}

const cluster = await startCluster(log);
for (const fault of faults.filter(({ name }) => name.includes(only)))
  try {
    await survive(cluster, fault);
    passed += 1;
  } catch (error) {
    failed += 1;
    log(`FAILED ${fault.name}: ${(error as Error).stack}`);
  }
const revokedMs = await measureRevocationDelay(cluster);
await cluster.load.end();
process.stdout.write(`
| what fails | credentials refused | longest without one, s | issuing again after, s | a known document away, s | all whole after, s | all mailed and delivered after, s | credentials | lost | doubled | events delivered twice | mails sent twice |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

Every process shows a revoked credential as revoked after ${seconds(revokedMs)} s at most.
${passed} passed, ${failed} failed
`);
process.exit(failed > 0 ? 1 : 0);
