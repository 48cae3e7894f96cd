// Enforces the rules of STYLE.md marked ✓. `remaining.json` counts, by rule and area, the findings
// that are older than the rules: the count may only decrease. `node scripts/check-style.ts --list
// <path>` prints findings; `--update` writes the lower counts.
import { execFileSync } from 'node:child_process';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { checkSubject, type Finding, findChangelogErrors, findStyleErrors } from './style/rules.ts';

type LocatedFinding = Finding & { file: string };

const remainingFile = 'scripts/style/remaining.json';
const sources = [
  '{apps,packages,bench,scripts}/**/*.{ts,tsx,js,mjs,sql,md,eta}',
  'docs/**/*.md',
  '*.md',
  '.dependency-cruiser.mjs',
  '.ci/run',
  'scripts/*.sh',
  'deploy/**/*.*',
  'deploy/{Containerfile,caddy/Caddyfile,cluster/hosts,systemd/*}',
];
const excluded =
  /node_modules|\/dist\/|\/migrations\/|docs\/decisions\/|^(?:STYLE|CHANGELOG)\.md$|scripts\/style\/|scripts\/check-style\.ts/;

/**
 * Returns an area such as `apps/server/src/features`, `packages/sdk` or `docs`: small enough for
 * one person to work on.
 */
const getArea = (file: string): string =>
  /^(?:apps\/server\/src\/\w+(?=\/)|(?:apps|packages)\/\w+|\w+(?=\/)|.+)/.exec(file)?.[0] ?? file;

async function readFindings(): Promise<{ files: number; all: LocatedFinding[] }> {
  const all: LocatedFinding[] = [];
  let files = 0;
  for await (const file of glob(sources, { exclude: (path) => path.includes('node_modules') })) {
    if (excluded.test(file)) continue;
    files += 1;
    for (const finding of findStyleErrors(file, await readFile(file, 'utf8')))
      all.push({ ...finding, file });
  }
  for (const finding of findChangelogErrors(await readFile('CHANGELOG.md', 'utf8')))
    all.push({ ...finding, file: 'CHANGELOG.md' });
  return { files, all };
}

/**
 * Returns the subjects of the commits after the one that added STYLE.md, or none without a Git
 * history.
 */
function subjects(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const first = git('log', '--diff-filter=A', '--format=%H', '--', 'STYLE.md').split('\n').at(-1);
    return first
      ? git('log', '--no-merges', '--format=%s', `${first}..HEAD`).split('\n').filter(Boolean)
      : [];
  } catch {
    return [];
  }
}

const planted: [file: string, source: string, rule: string][] = [
  ['a.ts', '/** What a reply contains. */\nconst a = 1;', 'comment'],
  ['a.ts', '// Of those chosen\nconst a = 1;', 'comment'],
  ['a.ts', "const a = 'The list was made anew';", 'word'],
  ['a.tsx', 'const a = <p>Rows with faults</p>;', 'word'],
  ['a.ts', 'export type Made = { id: string };', 'type'],
  ['a.ts', 'export function nameOf(subject: Json): string {}', 'name'],
  ['a.ts', 'const mostRows = 5;', 'name'],
  ['a.sh', '# What a clean checkout must pass', 'comment'],
  ['a.yml', 'summary: The disk has a fault', 'word'],
  ['a.ts', "const a = 'Send an e-mail to us';", 'word'],
  ['a.md', 'The owner is told of it.', 'word'],
  ['a.sql', '-- whoever asks first', 'word'],
  ['apps/server/sql/functions/a.sql', '-- What a delivery costs.', 'comment'],
];

function plantedErrors(): string[] {
  const missed = planted
    .filter(([file, source, rule]) => !findStyleErrors(file, source).some((it) => it.rule === rule))
    .map(([, source]) => `the planted “${source}” was not noticed`);
  if (!checkSubject('webhooks: retried on reset')) missed.push('a planted subject was not noticed');
  if (findChangelogErrors('## Unreleased\n').length === 0)
    missed.push('a planted heading was not noticed');
  return missed;
}

const { files, all } = await readFindings();
const listed = process.argv.indexOf('--list');
if (listed > 0) {
  const prefix = process.argv[listed + 1] ?? '';
  for (const { file, line, rule, text, remedy } of all)
    if (file.startsWith(prefix)) console.log(`${file}:${line}: ${rule}: “${text}”: ${remedy}`);
  process.exit();
}

const counts: Record<string, number> = {};
for (const { rule, file } of all) {
  const key = `${rule} ${getArea(file)}`;
  counts[key] = (counts[key] ?? 0) + 1;
}
const remaining: Record<string, number> = JSON.parse(
  await readFile(remainingFile, 'utf8').catch(() => '{}'),
);
const errors = plantedErrors();
for (const [key, count] of Object.entries(counts)) {
  const limit = remaining[key] ?? 0;
  if (count <= limit || process.argv.includes('--update')) continue;
  errors.push(`${key}: ${count} findings, at most ${limit}; the first ones:`);
  const [rule, area] = key.split(' ') as [string, string];
  for (const { file, line, text, remedy } of all
    .filter((it) => it.rule === rule && getArea(it.file) === area)
    .slice(0, 5))
    errors.push(`  ${file}:${line}: “${text}”: ${remedy}`);
}
for (const subject of subjects()) {
  const error = checkSubject(subject);
  if (error) errors.push(`commit “${subject}”: ${error}`);
}
if (process.argv.includes('--update'))
  await writeFile(remainingFile, `${JSON.stringify(counts, Object.keys(counts).sort(), 2)}\n`);
for (const error of errors) console.error(error);
console.log(`style: ${files} files read, ${all.length} findings left, ${errors.length} errors`);
process.exitCode = errors.length > 0 ? 1 : 0;
