import { styleText } from 'node:util';
import { InsigniaError } from '@insignia/sdk';
import { exitCodeForStatus, exitCodes } from './exit-codes.ts';
import { stripControlCharacters } from './rules.ts';

/** Prints the message and exits with the given code. */
export class CommandFailed extends Error {
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
export function colorText(colour: Color, text: string): string {
  return styleText(colour, text, { stream: process.stdout });
}

/** Prints the error to standard error and returns the exit code. */
export function printFailure({ json }: Output, error: unknown): number {
  const { message, exitCode, ...more } = describeFailure(error);
  const { details = [], requestId } = more;
  const lines = [
    `insignia: ${stripControlCharacters(message)}`,
    ...details.map(
      ({ path, message: fault }) =>
        `  ${stripControlCharacters(path)}: ${stripControlCharacters(fault)}`,
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
  if (error instanceof CommandFailed) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof InsigniaError) {
    const { message, code, details, requestId, status } = error;
    return { message, code, details, requestId, exitCode: exitCodeForStatus(status) };
  }
  const { name, message } = error as Error;
  return name === 'AbortError'
    ? { message: 'interrupted', exitCode: exitCodes.interrupted }
    : { message, exitCode: exitCodes.failed };
}
