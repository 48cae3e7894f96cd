import tab from '@bomb.sh/tab/commander';
import type { Context } from '../context.ts';

export function addCompletion({ program }: Context): void {
  tab(program);
}
