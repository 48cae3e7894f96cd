import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Instance } from './instance.ts';

export const insigniaProgram = fileURLToPath(new URL('../../../cli/bin.mjs', import.meta.url));

export type ProcessResult = { code: number | null; out: string; err: string };

/** Runs `insignia …` as a new process in `home` with PATH only. */
export async function runInsignia(
  home: string,
  args: string[],
  { input = '', env = {} }: { input?: string; env?: object } = {},
): Promise<ProcessResult> {
  const { PATH = '' } = process.env;
  const own = { PATH, HOME: home, XDG_CONFIG_HOME: join(home, 'config') };
  const child = spawn(process.execPath, [insigniaProgram, ...args], {
    env: { ...own, ...env },
    cwd: home,
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

/** Help texts of several commands from one process. */
export async function readHelp(commands: string[]): Promise<Record<string, string>> {
  const main = JSON.stringify(new URL('./src/main.ts', pathToFileURL(insigniaProgram)).href);
  const end = '\u0000';
  const all = `const { main } = await import(${main});
    for (const command of ${JSON.stringify(commands)}) {
      await main([command, '--help']);
      process.stdout.write(${JSON.stringify(end)});
    }`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    all,
  ]);
  const outputs = stdout.split(end);
  return Object.fromEntries(commands.map((command, n) => [command, outputs[n] ?? '']));
}

export const assertSucceeded = ({ code, out, err }: ProcessResult): string => {
  assert.equal(code, 0, err || out);
  return out;
};

/** The service's settings, for commands next to it. */
export const getInstanceSettings = ({ url, databaseUrl, config, mailbox }: Instance) => ({
  BASE_URL: url,
  DATABASE_URL: databaseUrl,
  DATA_DIR: config.dataDir,
  SECRET: config.secret,
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Insignia <insignia@example.org>',
});
