import type { Command } from 'commander';
import type { Output } from './output.ts';

export type Context = {
  program: Command;
  output: () => Output;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** Sets the exit code of a command that finished without full success. */
  endWith: (exitCode: number) => void;
};
