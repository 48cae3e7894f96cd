// Enforces the rules of STYLE.md marked ✓. Each error names file, line and remedy.
import { execFileSync } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import {
  checkSubject,
  type FileNames,
  type Finding,
  findChangelogErrors,
  findStyleErrors,
  readNames,
} from './style/rules.ts';

type LocatedFinding = Finding & { file: string };

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
  /node_modules|\/dist\/|\/migrations\/|docs\/decisions\/|^STYLE\.md$|scripts\/style\/|scripts\/check-style\.ts/;

async function readFindings(): Promise<{ files: number; all: LocatedFinding[] }> {
  const all: LocatedFinding[] = [];
  const names = new Map<string, FileNames>();
  let files = 0;
  for await (const file of glob(sources, { exclude: (path) => path.includes('node_modules') })) {
    if (excluded.test(file)) continue;
    files += 1;
    const source = await readFile(file, 'utf8');
    for (const finding of findStyleErrors(file, source)) all.push({ ...finding, file });
    if (!file.endsWith('.md')) names.set(file, readNames(file, source));
  }
  all.push(...findStaleNames(names));
  for (const finding of findChangelogErrors(await readFile('CHANGELOG.md', 'utf8')))
    all.push({ ...finding, file: 'CHANGELOG.md' });
  return { files, all };
}

/** Names that comments cite and no code has: the code was renamed. */
function findStaleNames(files: ReadonlyMap<string, FileNames>): LocatedFinding[] {
  const used = new Set([...files.values()].flatMap((names) => [...names.used]));
  return [...files].flatMap(([file, { cited }]) =>
    cited
      .filter(({ name }) => !used.has(name))
      .map(({ name, line }) => ({
        ...{ file, line, rule: 'comment', text: name },
        remedy: 'no code has this name: cite the new one',
      })),
  );
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
  ['a.test.ts', '  const nameOf = async (id: string) => read(id);', 'name'],
  ['a.ts', 'const mostRows = 5;', 'name'],
  ['apps/server/src/a.ts', '  const told = describe(error);', 'name'],
  ['apps/server/src/a.ts', '  const why = describe(error);', 'name'],
  ['a.sh', '# What a clean checkout must pass', 'comment'],
  ['a.yml', 'summary: The disk has a fault', 'word'],
  ['a.ts', "const a = 'Send an e-mail to us';", 'word'],
  ['a.md', 'The owner is told of it.', 'word'],
  ['a.md', 'A rehearsal changes nothing.', 'word'],
  ['a.md', 'The page tells who signed it.', 'word'],
  ['a.ts', "const a = 'Correct the slip in row 3';", 'word'],
  ['a.ts', '// An invented credential.\nconst a = 1;', 'word'],
  ['a.tsx', 'const a = <p>Email all earners</p>;', 'word'],
  ['a.sql', '-- whoever asks first', 'word'],
  ['apps/server/sql/functions/a.sql', '-- What a delivery costs.', 'comment'],
];

const subjectMistakes = [
  'webhooks: retried on reset',
  'retry on reset',
  `webhooks: retry on ${'re'.repeat(30)}set`,
];

const changelogMistakes = [
  '## Unreleased',
  '## [1.0.0] - March 2026',
  '### Improved',
  `- One line of more than 25 words${' word'.repeat(19)}`,
];

function plantedErrors(): string[] {
  const missed = planted
    .filter(([file, source, rule]) => !findStyleErrors(file, source).some((it) => it.rule === rule))
    .map(([, source]) => `the planted “${source}” was not noticed`);
  for (const subject of subjectMistakes)
    if (!checkSubject(subject)) missed.push(`the planted subject “${subject}” was not noticed`);
  const renamed = ['/** Like `readOld`. */ const b = readNew;', 'readOld = 1'].map(
    (source, at) => [`${at}.ts`, readNames(`${at}.ts`, source)] as const,
  );
  if (
    findStaleNames(new Map(renamed.slice(0, 1))).length !== 1 ||
    findStaleNames(new Map(renamed)).length
  )
    missed.push('a planted name of the past was not noticed');
  for (const line of changelogMistakes)
    if (findChangelogErrors(line).length === 0)
      missed.push(`the planted changelog line “${line}” was not noticed`);
  return missed;
}

const { files, all } = await readFindings();
const errors = [
  ...plantedErrors(),
  ...all.map(
    ({ file, line, rule, text, remedy }) => `${file}:${line}: ${rule}: “${text}”: ${remedy}`,
  ),
];
for (const subject of subjects()) {
  const error = checkSubject(subject);
  if (error) errors.push(`commit “${subject}”: ${error}`);
}
for (const error of errors) console.error(error);
console.log(`style: ${files} files read, ${errors.length} errors`);
process.exitCode = errors.length > 0 ? 1 : 0;
