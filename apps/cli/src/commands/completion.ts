import tab from '@bomb.sh/tab/commander';
import type { Context } from '../context.ts';

/** `insignia complete bash|zsh|fish` prints what a shell needs. */
export function addCompletion({ program }: Context): void {
  tab(program);
}
