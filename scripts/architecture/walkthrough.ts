import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { operations } from '@insignia/contract';

export const guide = 'docs/extend/first-change.md';

/** A text before or after the line that contains the anchor, or without one at the end of the file. */
export type Step = {
  file: string;
  at: 'before' | 'after';
  anchor?: string;
  text: string;
};

/** Steps by the heading of the section that contains them. */
export async function readWalkthroughs(): Promise<Map<string, Step[]>> {
  const [, ...sections] = (await readFile(guide, 'utf8')).split(/^## /m);
  const steps = sections.map((text): [string, Step[]] => [
    text.split('\n')[0] ?? '',
    readSteps(text),
  ]);
  return new Map(steps.filter(([, { length }]) => length > 0));
}

const code = '`([^`\n]+)`';
const block = ':\n\n( *)```\\w+\n(.*?)\n *```';
const insertion = `[Ii]n ${code}, (before|after) (\`[^\n]+\`)${block}`;
const addition = `(?:Create|[Aa]t the end of) ${code}${block}`;

export function readSteps(text: string): Step[] {
  const steps: (Step & { index: number })[] = [];
  const dedent = (body = '', indent = '') => `${body.replaceAll(RegExp(`^${indent}`, 'gm'), '')}\n`;
  for (const { index, ...found } of text.matchAll(RegExp(insertion, 'gs'))) {
    const [, file = '', at, anchor = '', indent, body] = Object.values(found) as string[];
    const step = { file, at: at as Step['at'], anchor: anchor.slice(1, -1) };
    steps.push({ index, ...step, text: dedent(body, indent) });
  }
  for (const { index, ...found } of text.matchAll(RegExp(addition, 'gs'))) {
    const [, file = '', indent, body] = Object.values(found) as string[];
    steps.push({ index, file, at: 'after', text: `\n${dedent(body, indent)}`.trimStart() });
  }
  return steps.sort((one, other) => one.index - other.index);
}

export const listTouchedFiles = (steps: Step[]): string[] => [
  ...new Set(steps.map(({ file }) => file)),
];

/**
 * Applies the steps below a directory, except those already applied by someone who follows the guide.
 * Returns a line for each anchor that the code doesn't have.
 */
export async function applySteps(directory: string, steps: Step[]): Promise<string[]> {
  const errors: string[] = [];
  for (const { file, at, anchor, text } of steps) {
    const path = join(directory, file);
    const old = await readFile(path, 'utf8').catch(() => '');
    if (old.includes(text)) continue;
    const found = anchor === undefined ? old.length : old.indexOf(anchor);
    if (found < 0) errors.push(`${guide}: ${file} has no “${anchor}”: name a line of that file`);
    else await writeFile(path, insert(old, found, at, text));
  }
  return errors;
}

function insert(old: string, found: number, at: Step['at'], text: string): string {
  const next = old.indexOf('\n', found) + 1 || old.length;
  const place = at === 'before' ? old.lastIndexOf('\n', found) + 1 : next;
  return old.slice(0, place) + text + old.slice(place);
}

/** One line about a copy that can't be loaded or compiled. */
const describeCrash = (error: unknown): string =>
  `the code does not load (${String(error).split('\n')[0]}): undo your trial of the guide where it differs, or correct the guide`;

/** Operations of a copy's contract, or why the file can't be loaded. */
export async function loadOperations(
  directory: string,
  file = 'packages/contract/src/index.ts',
): Promise<{ operations: typeof operations } | { error: string }> {
  try {
    return await import(join(directory, file));
  } catch (error) {
    return { error: describeCrash(error) };
  }
}

/**
 * Type errors of the touched files and of what they import. Quick if little changed since the last run
 * with this name.
 */
export async function findTypeErrors(
  directory: string,
  files: string[],
  name: string,
): Promise<string[]> {
  const buildInfo = `node_modules/.cache/${name}.tsbuildinfo`;
  const own = join(directory, 'walkthrough.tsbuildinfo');
  await rm(own, { force: true });
  await copyFile(buildInfo, own).catch(() => {});
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { incremental: true, tsBuildInfoFile: './walkthrough.tsbuildinfo' },
    // Ambient types of packages without their own.
    include: ['apps/server/**/*.d.ts', 'packages/**/*.d.ts'],
    files: files.filter((file) => file.endsWith('.ts')),
  };
  await writeFile(join(directory, 'walkthrough.json'), JSON.stringify(config));
  const compiler = resolve('node_modules/.bin/tsc');
  const { stdout, message } = await promisify(execFile)(
    compiler,
    ['-p', 'walkthrough.json', '--singleThreaded'],
    {
      cwd: directory,
    },
  ).then(
    (done) => ({ ...done, message: undefined }),
    (error: Error & { stdout: string }) => error,
  );
  await mkdir(dirname(buildInfo), { recursive: true });
  await copyFile(own, buildInfo).catch(() => {});
  const found = stdout.split('\n').filter((line) => /error TS\d+/.test(line));
  return found.length === 0 && message !== undefined ? [describeCrash(message)] : found;
}
