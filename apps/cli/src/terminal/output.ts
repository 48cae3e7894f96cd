import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { InsigniaError } from '@insignia/sdk';
import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { stripControlCharacters } from './rules.ts';

/** Exit codes, documented in docs/use/command-line.md. */
export const exitCodes = {
  done: 0,
  /** An error of the server or of this program. */
  failed: 1,
  /** Unknown commands, arguments or options. */
  usage: 2,
  /** No API key, an unknown one, or one without permission. */
  notAllowed: 3,
  /** The request is invalid: a field error, a missing resource, or a limit. */
  refused: 4,
  /** No response, or the server is unavailable. */
  unreachable: 5,
  /** Partly done: some rows had errors. */
  inPart: 6,
  /** The verified credential isn't valid. */
  notValid: 7,
  /** Invalid settings, or a database of another version. */
  unfit: 8,
  /** `doctor` found warnings. */
  warnings: 9,
  /** `doctor` found errors. */
  errors: 10,
  /** Ctrl-C, SIGTERM or SIGHUP. */
  interrupted: 130,
} as const;

/** Maps an HTTP status to an exit code. 0 means no response. */
function exitCodeForStatus(status: number): number {
  if (status === 0 || status === 503 || status === 507) return exitCodes.unreachable;
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  return status >= 400 && status < 500 ? exitCodes.refused : exitCodes.failed;
}

/** Prints the message and exits with the given code. */
export class CommandLineError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

export type Output = { json: boolean };

/** Prints the payload as JSON with `--json`, else the lines. */
export function printResult({ json }: Output, payload: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(payload)}\n` : `${lines.join('\n')}\n`);
}

type Color = 'green' | 'red' | 'yellow' | 'dim' | 'bold';

/** Plain text without a terminal or if `NO_COLOR` is set. */
export function colorText(color: Color, text: string): string {
  return styleText(color, text, { stream: process.stdout });
}

/** Prints the error to standard error and returns the exit code. */
export function printFailure({ json }: Output, error: unknown): number {
  const { message, exitCode, ...more } = describeFailure(error);
  const { details = [], requestId } = more;
  const lines = [
    `insignia: ${stripControlCharacters(message)}`,
    ...details.map(
      ({ path, message: text }) =>
        `  ${stripControlCharacters(path)}: ${stripControlCharacters(text)}`,
    ),
    ...(requestId ? [`  request ${stripControlCharacters(requestId)}`] : []),
  ];
  process.stderr.write(
    json ? `${JSON.stringify({ error: message, ...more })}\n` : `${lines.join('\n')}\n`,
  );
  return exitCode;
}

type Failure = {
  message: string;
  exitCode: number;
  code?: string;
  details?: InsigniaError['details'];
  requestId?: string | undefined;
};

function describeFailure(error: unknown): Failure {
  if (error instanceof CommandLineError)
    return { message: error.message, exitCode: error.exitCode };
  if (error instanceof InsigniaError) {
    const { message, code, details, requestId, status } = error;
    return { message, code, details, requestId, exitCode: exitCodeForStatus(status) };
  }
  const { name, message } = error as Error;
  return name === 'AbortError'
    ? { message: 'interrupted', exitCode: exitCodes.interrupted }
    : { message, exitCode: exitCodes.failed };
}

type Cell = string | number | boolean | Date | null | undefined;

type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

/** Aligned columns, or `none` if there are no rows. */
export function formatTable<T>(rows: readonly T[], columns: Columns<T>, none: string): string[] {
  if (rows.length === 0) return [none];
  const heads = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((cell) => formatCell(cell(row))));
  const widths = heads.map((head, n) =>
    Math.max(head.length, ...cells.map((line) => line[n]?.length ?? 0)),
  );
  const aligned = (line: readonly string[]) =>
    line
      .map((text, n) => text.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd();
  return [colorText('bold', aligned(heads)), ...cells.map(aligned)];
}

function formatCell(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 16).replace('T', ' ');
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return cell === null || cell === undefined ? '-' : stripControlCharacters(String(cell));
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

/** Asks before an irreversible action. Without a terminal, `--yes` is required. */
export async function confirm(consequence: string, signal: AbortSignal): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandLineError(`confirmation required: add --yes. ${consequence}`, exitCodes.usage);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${consequence} Continue? [y/N] `, { signal });
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim()))
    throw new CommandLineError('canceled; nothing was changed', exitCodes.interrupted);
}

export type Context = {
  program: Command;
  output: () => Output;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** Sets the exit code of a command that finished without full success. */
  endWith: (exitCode: number) => void;
};

type Progress = { show: (done: number, total: number) => void; end: () => void };

const silent: Progress = { show: () => {}, end: () => {} };

/** Shows amount, rate and remaining time on standard error, on terminals only. */
export function showProgress({ json }: Output, unit: string): Progress {
  if (json || !process.stderr.isTTY) return silent;
  const format = `{bar} {percentage}% | {value}/{total} ${unit} | {rate}/s | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.rect);
  const startedAt = performance.now();
  let isShown = false;
  return {
    show: (done, total) => {
      const rate = Math.round(done / Math.max(0.001, (performance.now() - startedAt) / 1_000));
      if (!isShown) bar.start(total, done, { rate });
      else bar.update(done, { rate });
      isShown = true;
    },
    end: () => bar.stop(),
  };
}

/** Like `showProgress`, for an unknown total. */
export function showCount(
  { json }: Output,
  unit: string,
): { show: (done: number) => void; end: () => void } {
  const isShown = !json && process.stderr.isTTY;
  let last = 0;
  return {
    show: (done) => {
      last = done;
      if (isShown) process.stderr.write(`\r${done} ${unit}`);
    },
    end: () => {
      if (isShown && last > 0) process.stderr.write('\n');
    },
  };
}
