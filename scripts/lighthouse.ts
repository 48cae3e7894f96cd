// Lighthouse on what people see most, of the university of docs/screens: npm run lighthouse. It is fetched for the run and not
// installed, since it weighs 176 MB (Sentry and OpenTelemetry among them); the version is fixed.
import { execFile } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { browserProgram } from '../apps/server/tests/support/browser-program.ts';
import { startInstance } from '../apps/server/tests/support/instance.ts';
import { makeWorld, worldSettings } from './screens/world.ts';

const lighthouse = 'lighthouse@13.5.0';
const rounds = 3;
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const;

type Report = {
  categories: Record<(typeof categories)[number], { score: number }>;
  audits: Record<(typeof metrics)[number], { displayValue: string }>;
};

/** One visit, with the cookie of whoever is signed in; `desktop` neither slows the processor nor the network as a telephone has them. */
async function visit(url: string, cookie: string, isDesktop: boolean): Promise<Report> {
  const { executablePath, env } = await browserProgram();
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url],
      ...['--quiet', '--output=json', '--output-path=stdout', '--disable-storage-reset'],
      ...[`--only-categories=${categories.join(',')}`, '--chrome-flags=--headless --no-sandbox'],
      ...(isDesktop ? ['--preset=desktop'] : []),
      ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
    ],
    { env: { ...env, CHROME_PATH: executablePath }, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

/** The one in the middle by speed. */
async function medianOf(url: string, cookie: string, isDesktop: boolean): Promise<Report> {
  const reports: Report[] = [];
  for (let n = 0; n < rounds; n += 1) reports.push(await visit(url, cookie, isDesktop));
  reports.sort(
    (one, other) => one.categories.performance.score - other.categories.performance.score,
  );
  return reports[rounds >> 1] as Report;
}

test('Lighthouse', { timeout: 1_800_000 }, async () => {
  const began = loadavg()[0] ?? 0;
  const instance = await startInstance(worldSettings);
  const world = await makeWorld(instance);
  try {
    const { accountId, cookie, awardId, badgeId } = world;
    const pages = [
      ['overview', `/app/${accountId}`, cookie],
      ['credentials', `/app/${accountId}/credentials`, cookie],
      ['a badge', `/app/${accountId}/badges/${badgeId}`, cookie],
      ['sign in', '/sign-in', ''],
      ['a credential’s public page', `/credentials/${awardId}`, ''],
    ] as const;
    const head = ['page', 'as', ...categories, 'first paint', 'largest', 'blocked', 'shift'];
    console.log(`| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
    for (const [name, path, who] of pages)
      for (const isDesktop of [true, false]) {
        const report = await medianOf(instance.url + path, who, isDesktop);
        const cells = [
          ...[name, isDesktop ? 'desktop' : 'telephone'],
          ...categories.map((each) => Math.round(report.categories[each].score * 100)),
          ...metrics.map((each) => report.audits[each].displayValue),
        ];
        console.log(`| ${cells.join(' | ')} |`);
      }
    const [now = 0] = loadavg();
    console.log(
      `\n${lighthouse}, median of ${rounds}, ${cpus().length} cores, load ${began.toFixed(1)} at the beginning and ${now.toFixed(1)} at the end`,
    );
  } finally {
    await world.close();
    await instance.stop();
  }
});
