// Every regular expression must run in linear time, because users control the text. A check takes a
// while, so this program lists hashes of those that passed in a committed file. It checks one in
// twenty of them again, others each day.
import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parse } from '@swc/core';
import { check } from 'recheck';

type RegexLocation = { source: string; flags: string; file: string };

const { version } = createRequire(import.meta.url)('recheck/package.json');
const passedFile = 'scripts/passed-regexes.txt';
const samples = 20;
const sources = '{apps,packages}/*/src/**/*.{ts,js}';
// A known bad one proves that the checker works.
const planted: RegexLocation = { source: '^(\\s|a)*a+$', flags: '', file: 'planted' };

/**
 * One seed tries the same inputs in every run. Only the number of steps is limited: recheck takes a
 * match that exceeds a time limit for an attack, and on a busy machine good ones do.
 */
const deterministic = {
  ...{ randomSeed: 1, timeout: null },
  ...{ attackTimeout: null, incubationTimeout: null, seedingTimeout: null },
};

const errors: string[] = [];
const found: RegexLocation[] = [];
for await (const file of glob(sources, { exclude: (path) => path.includes('node_modules') })) {
  if (file.endsWith('.test.ts')) continue;
  const { body } = await parse(await readFile(file, 'utf8'), { syntax: 'typescript' });
  collect(body, file);
}

/** Regular expression literals. Dynamically built ones can't be checked. */
function collect(node: unknown, file: string): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, pattern, flags, callee } = node as Record<string, unknown>;
  if (type === 'RegExpLiteral') found.push({ source: String(pattern), flags: String(flags), file });
  if (type === 'NewExpression' || type === 'CallExpression')
    if ((callee as { value?: unknown }).value === 'RegExp')
      errors.push(`${file}: write RegExp(…) as a literal, so that it can be checked`);
  for (const inner of Object.values(node)) collect(inner, file);
}

const getRegexKey = ({ source, flags }: RegexLocation): string => `/${source}/${flags}`;
/** Another version of recheck may judge differently. */
const hash = (key: string): string =>
  createHash('sha256').update(`${version} ${key}`).digest('hex').slice(0, 32);
const today = Math.floor(Date.now() / 86_400_000);
const isSampled = (hashed: string): boolean =>
  (Number.parseInt(hashed.slice(0, 8), 16) - today) % samples === 0;

const unique = new Map(found.map((each) => [getRegexKey(each), each]));
const list = await readFile(passedFile, 'utf8').catch(() => '');
const known = new Set(list.split('\n'));
const passed: string[] = [];
let judged = 0;
for (const [key, { source, flags, file }] of unique) {
  const hashed = hash(key);
  if (!known.has(hashed) || isSampled(hashed)) {
    judged++;
    const error = await judge(source, flags);
    if (error) {
      errors.push(`${file}: ${key} ${error}`);
      continue;
    }
  }
  passed.push(hashed);
}
if (!(await judge(planted.source, planted.flags))) errors.push('the planted one was not noticed');
const text = `${passed.sort().join('\n')}\n`;
if (text !== list) await writeFile(passedFile, text);

async function judge(source: string, flags: string): Promise<string | undefined> {
  const { status, ...more } = await check(source, flags, deterministic);
  if (status === 'safe') return undefined;
  if (status === 'unknown') return 'cannot be judged: write it simpler';
  const { complexity, attack } = more as {
    complexity?: { summary: string };
    attack?: { pattern: string };
  };
  return `takes time that grows as a ${complexity?.summary}, for example with ${attack?.pattern}`;
}

for (const error of errors) console.error(error);
console.log(
  `regular expressions: ${unique.size}, ${judged} of them judged now, ${errors.length} errors`,
);
process.exitCode = errors.length > 0 ? 1 : 0;
