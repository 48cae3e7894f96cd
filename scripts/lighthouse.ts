// Lighthouse for the sample university of docs/screens: npm run lighthouse. Downloads Lighthouse (176
// MB). Uses the tests' Chromium, or CHROMIUM_PATH.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { browserProgram } from '../apps/server/tests/support/browser-program.ts';
import { startInstance } from '../apps/server/tests/support/instance.ts';
import { createScreensWorld, worldSettings } from './screens/world.ts';

const run = promisify(execFile);
const version = '13.5.0';
const kinds = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Report = {
  runtimeError?: { code: string; message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>;
};

async function look(url: string, cookie: string, directory: string): Promise<Report> {
  const headers = join(directory, 'headers.json');
  const report = join(directory, 'report.json');
  // In a file: arguments are visible to every user of the machine.
  await writeFile(headers, JSON.stringify(cookie ? { cookie } : {}), { mode: 0o600 });
  const chrome = await browserProgram();
  await run(
    'npx',
    [
      ...['-y', `lighthouse@${version}`, url, '--quiet', '--preset=desktop', '--output=json'],
      ...[`--output-path=${report}`, `--extra-headers=${headers}`],
      ...[`--only-categories=${kinds.join(',')}`, '--disable-full-page-screenshot'],
      '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
    ],
    { env: { ...chrome.env, CHROME_PATH: chrome.executablePath }, timeout: 240_000 },
  );
  const read = JSON.parse(await readFile(report, 'utf8')) as Report;
  if (read.runtimeError) throw new Error(`${url}: ${read.runtimeError.message}`);
  return read;
}

const getScore = ({ categories }: Report, kind: string): string =>
  String(Math.round(100 * (categories[kind]?.score ?? 0)));
const getNumber = ({ audits }: Report, id: string, digits = 0): string =>
  (audits[id]?.numericValue ?? 0).toFixed(digits);

/** Audits that cost points, by weight. */
function lacking({ categories, audits }: Report): string[] {
  return kinds.flatMap((kind) =>
    (categories[kind]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score = null, title = id } = audits[id] ?? {};
      return weight > 0 && score !== null && score < 0.9 ? [`${kind}: ${title} (${score})`] : [];
    }),
  );
}

test('Lighthouse', { timeout: 2_400_000 }, async () => {
  const [startedAt = 0] = loadavg();
  const directory = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const instance = await startInstance(worldSettings);
  let close = async () => {};
  try {
    const world = await createScreensWorld(instance);
    close = world.close;
    const { accountId, cookie, badgeId, awardId } = world;
    const app = `/app/${accountId}`;
    const pages = [
      ['overview', app, cookie],
      ['credentials', `${app}/credentials`, cookie],
      ['a badge', `${app}/badges/${badgeId}`, cookie],
      ['sign in', '/sign-in', ''],
      ['a public credential', `/credentials/${awardId}`, ''],
      ['verify', '/verify', ''],
      ['API reference', '/docs/', ''],
    ] as const;
    const lines = [
      '| page | performance | accessibility | best practices | SEO | first paint, ms | largest, ms | blocked, ms | shift |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ];
    for (const [name, path, who] of pages) {
      const report = await look(instance.url + path, who, directory);
      const scores = kinds.map((kind) => getScore(report, kind));
      const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'];
      const numbers = times.map((id) => getNumber(report, id));
      numbers.push(getNumber(report, 'cumulative-layout-shift', 3));
      lines.push(`| ${[name, ...scores, ...numbers].join(' | ')} |`);
      for (const one of lacking(report)) console.log(`${name}: ${one}`);
    }
    const [ended = 0] = loadavg();
    console.log(`\n${lines.join('\n')}`);
    console.log(
      `\nLighthouse ${version}, ${cpus().length} cores, load ${startedAt.toFixed(1)} to ${ended.toFixed(1)}.`,
    );
  } finally {
    await close();
    await instance.stop();
    await rm(directory, { recursive: true });
  }
});
