// Half an hour of mixed load on loopback with a verdict on everything that must stay flat: `npm run
// soak`. SOAK_SECONDS shortens it. Stops by itself.
import { cpus, loadavg } from 'node:os';
import { fitLine } from './rules.ts';
import { runSoak, type Sample } from './soak.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 1_800);

type WatchedFigure = {
  of: Exclude<keyof Sample, 'at'>;
  words: string;
  /** Negligible growth in its own unit. */
  allowed: number;
};

const watched: WatchedFigure[] = [
  { of: 'memory', words: 'memory of the Node process, MiB', allowed: 30 },
  { of: 'descriptors', words: 'open descriptors', allowed: 5 },
  { of: 'passing', words: 'tables of work that waits, KiB', allowed: 2_048 },
  { of: 'dead', words: 'dead rows of 100', allowed: 5 },
  { of: 'issue', words: 'POST /awards, p99, ms', allowed: 50 },
  { of: 'document', words: 'public document, p99, ms', allowed: 50 },
];

const rounded = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 1 : 0);
const load = loadavg()[0] ?? 0;
process.stdout.write(`soaking for ${seconds} s\n`);
let last = 0;
const report = ({ at, ...values }: Sample): void => {
  if (at - last < seconds / 10) return;
  last = at;
  const lines = watched.map(({ of, words }) => `${words} ${rounded(values[of])}`);
  process.stdout.write(`${at.toFixed(0)} s: ${lines.join('; ')}\n`);
};
const soaked = await runSoak(seconds, report, true);
const lines = watched.map(({ of, words, allowed }) => {
  const points = soaked.samples.map((sample) => ({ at: sample.at, value: sample[of] }));
  return { words, ...fitLine(points, allowed) };
});
const rows = lines.map(
  ({ words, first, last, perHour, isFlat }) =>
    `| ${words} | ${rounded(first)} | ${rounded(last)} | ${rounded(perHour)} | ${isFlat ? 'flat' : 'GROWS'} |`,
);
const { requests, before, after, load: requestCounts } = soaked;
process.stdout.write(`
${new Date().toISOString().slice(0, 10)}, ${seconds} s, ${cpus().length} cores, Node ${process.versions.node}, the machine's load ${load.toFixed(1)} when it started: ${requests} requests, ${requestCounts.count()} issued one by one.

| what | at first | at last | an hour | |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

The cache of public answers was full at the start. The first third is warm-up and not counted. Descriptors before ${before.descriptors}, after all requests ${after.descriptors}; wrong answers: ${requestCounts.wrong.length}.
`);
for (const words of requestCounts.wrong.slice(0, 10)) process.stdout.write(`wrong: ${words}\n`);
process.exit(requestCounts.wrong.length > 0 || lines.some(({ isFlat }) => !isFlat) ? 1 : 0);
