import assert from 'node:assert/strict';
import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { compileCache } from './compile-cache.ts';
import type { Instance } from './instance.ts';

export const insigniaProgram = fileURLToPath(new URL('../../../cli/bin.mjs', import.meta.url));
const mainModule = new URL('./src/main.ts', pathToFileURL(insigniaProgram)).href;

export type ProcessResult = { code: number | null; out: string; err: string };

type CommandOptions = { input?: string; env?: NodeJS.ProcessEnv };
export type Command = { home: string; args: string[]; env: NodeJS.ProcessEnv; input: string };

function createCommand(home: string, args: string[], options: CommandOptions): Command {
  const { PATH = '' } = process.env;
  const { input = '', env = {} } = options;
  const own = { PATH, HOME: home, ...compileCache, XDG_CONFIG_HOME: join(home, 'config') };
  return { home, args, input, env: { ...own, ...env } };
}

/** Runs `insignia …` as a new process in `home` with PATH only. */
export async function runInsignia(
  home: string,
  args: string[],
  options: CommandOptions = {},
): Promise<ProcessResult> {
  const { env, input } = createCommand(home, args, options);
  const { TEST_PRELOAD } = process.env;
  const preload = TEST_PRELOAD ? ['--import', TEST_PRELOAD] : [];
  const child = spawn(process.execPath, [...preload, insigniaProgram, ...args], { env, cwd: home });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

let commandProcess: ReturnType<typeof startCommandProcess> | undefined;
let lastCommand: Promise<unknown> = Promise.resolve();

/**
 * Like `runInsignia`, in one process for all commands, which starts once. For tests of commands that
 * needn't start or run side by side, because starting a process costs a second of CPU.
 */
export function runCommand(
  home: string,
  args: string[],
  options: CommandOptions = {},
): Promise<ProcessResult> {
  const result = lastCommand.then(() => sendCommand(createCommand(home, args, options)));
  lastCommand = result.catch(() => {});
  return result;
}

async function sendCommand(command: Command): Promise<ProcessResult> {
  commandProcess ??= startCommandProcess();
  const { child, died } = commandProcess;
  child.ref();
  child.send(command);
  const [result] = await Promise.race([once(child, 'message'), died]);
  child.unref();
  child.channel?.unref();
  return result;
}

function startCommandProcess() {
  const file = fileURLToPath(new URL('./command-process.ts', import.meta.url));
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  const { PATH = '' } = process.env;
  const env = { PATH, ...compileCache };
  const child = fork(file, [mainModule], { env, execArgv: [], stdio: [...stdio] });
  const died = once(child, 'exit').then(() => assert.fail('the process of the commands died'));
  died.catch(() => {
    // Also fails the file if it dies between commands or after the last one.
    process.exitCode = 1;
  });
  return { child, died };
}

/** Help texts of several commands from one process. */
export async function readHelp(commands: string[]): Promise<Record<string, string>> {
  const main = JSON.stringify(mainModule);
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
