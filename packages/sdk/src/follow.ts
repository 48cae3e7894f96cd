import type { Operation } from '@insignia/contract';
import { sleepUnlessAborted } from './retry.ts';
import type { Send } from './send.ts';
import type { Following, Options } from './settings.ts';

type Args = Readonly<Record<string, unknown>>;
type Page = Record<string, unknown> & { lastEvaluatedKey?: string };

/** Yields items one by one and fetches pages as needed. */
export async function* iterateItems(
  send: Send,
  operation: Operation,
  args: Args,
  options: Options,
): AsyncIterableIterator<unknown> {
  let lastEvaluatedKey = args.lastEvaluatedKey;
  do {
    const page = (await send(operation, { ...args, lastEvaluatedKey }, options)) as Page;
    yield* (Object.values(page).find(Array.isArray) ?? []) as unknown[];
    ({ lastEvaluatedKey } = page);
  } while (lastEvaluatedKey !== undefined);
}

const everyMs = 500;
const ended = ['completed', 'failed', 'cancelled'];

/** Yields the state of a job after each change, until it ends. */
export async function* followProgress<T extends { status: string }>(
  read: () => Promise<T>,
  { signal, every = everyMs }: Following = {},
): AsyncIterableIterator<T> {
  let before = '';
  for (;;) {
    const state = await read();
    const now = JSON.stringify(state);
    if (now !== before) yield state;
    before = now;
    if (ended.includes(state.status)) return;
    await sleepUnlessAborted(every, signal);
  }
}
