import type { Command } from 'commander';
import type { Output } from './output.ts';

/** What every command is given. */
export type Context = {
  program: Command;
  output: () => Output;
  /** Ctrl-C. */
  signal: AbortSignal;
  /** For what was done and is still no success. */
  endWith: (exitCode: number) => void;
};
