import { nouns, type Operation, pagedLists } from '@insignia/contract';
import { sleepUnlessAborted } from './failure.ts';
import { createSend, type Send } from './send.ts';
import type { FollowOptions, Options, Settings } from './settings.ts';
import type { Client } from './surface.ts';

type Args = Readonly<Record<string, unknown>>;

/**
 * Creates a client for one instance and one caller. Each operation is a method, grouped by noun.
 */
export function createClient(settings: Settings): Client {
  const send = createSend(settings);
  const client: Record<string, Record<string, unknown>> = {};
  for (const [noun, methods] of Object.entries(nouns)) client[noun] = createMethods(send, methods);
  for (const [noun, lists] of Object.entries(pagedLists))
    for (const [name, operation] of Object.entries<Operation>(lists))
      Object.assign(client[noun] ?? {}, {
        [name]: (args: Args = {}, options: Options = {}) =>
          iterateItems(send, operation, args, options),
      });
  const follow =
    (operation: Operation, name: string) =>
    (id: string, options: FollowOptions = {}) =>
      followProgress(
        () => send(operation, { [name]: id }, options) as Promise<{ status: string }>,
        options,
      );
  Object.assign(client.jobs ?? {}, { follow: follow(nouns.jobs.get, 'jobId') });
  Object.assign(client.imports ?? {}, { follow: follow(nouns.imports.get, 'importId') });
  Object.assign(client.migrations ?? {}, {
    follow: follow(nouns.migrations.get, 'migrationId'),
  });
  return client as unknown as Client;
}

function createMethods(send: Send, methods: Readonly<Record<string, Operation>>) {
  return Object.fromEntries(
    Object.entries(methods).map(([name, operation]) => [
      name,
      (args: Args = {}, options: Options = {}) => send(operation, args, options),
    ]),
  );
}

type Page = Record<string, unknown> & { lastEvaluatedKey?: string };

/** Yields items one by one and fetches pages as needed. */
async function* iterateItems(
  send: Send,
  operation: Operation,
  args: Args,
  options: Options,
): AsyncIterableIterator<unknown> {
  let lastEvaluatedKey = args.lastEvaluatedKey;
  do {
    const page = (await send(operation, { ...args, lastEvaluatedKey }, options)) as Page;
    // Lists that the interface specification names have other members (decision 0114).
    yield* (page.items ?? Object.values(page).find(Array.isArray) ?? []) as unknown[];
    ({ lastEvaluatedKey } = page);
  } while (lastEvaluatedKey !== undefined);
}

const POLL_INTERVAL_MS = 500;
const finalStatuses = ['completed', 'failed', 'cancelled', 'undone'];

/** Yields the state of a job after each change, until it ends. */
async function* followProgress<T extends { status: string }>(
  read: () => Promise<T>,
  { signal, every = POLL_INTERVAL_MS }: FollowOptions = {},
): AsyncIterableIterator<T> {
  let before = '';
  for (;;) {
    const state = await read();
    const now = JSON.stringify(state);
    if (now !== before) yield state;
    before = now;
    if (finalStatuses.includes(state.status)) return;
    await sleepUnlessAborted(every, signal);
  }
}
