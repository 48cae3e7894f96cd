// Every regular expression must run in linear time, because users control the text. Results are
// cached in node_modules/.cache, because each check takes a while.
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parse } from '@swc/core';
import { check } from 'recheck';

type RegexLocation = { source: string; flags: string; file: string };

const { version } = createRequire(import.meta.url)('recheck/package.json');
const cacheDirectory = 'node_modules/.cache';
const cacheFile = `${cacheDirectory}/regexes-${version}.json`;
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
const unique = new Map(found.map((each) => [getRegexKey(each), each]));
const cached: string[] = await readFile(cacheFile, 'utf8').then(JSON.parse, () => []);
const good = new Set(cached.filter((key) => unique.has(key)));
const known = good.size;
for (const [key, { source, flags, file }] of unique) {
  if (good.has(key)) continue;
  const error = await judge(source, flags);
  if (error) errors.push(`${file}: ${key} ${error}`);
  else good.add(key);
}
if (!(await judge(planted.source, planted.flags))) errors.push('the planted one was not noticed');
await mkdir(cacheDirectory, { recursive: true });
await writeFile(cacheFile, JSON.stringify([...good]));

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
  `regular expressions: ${unique.size}, ${unique.size - known} of them judged now, ${errors.length} errors`,
);
process.exitCode = errors.length > 0 ? 1 : 0;
