import { nouns, type Operation, pagedLists } from '@insignia/contract';
import { followProgress, iterateItems } from './follow.ts';
import { createSend, type Send } from './send.ts';
import type { Following, Options, Settings } from './settings.ts';
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
    (id: string, options: Following = {}) =>
      followProgress(
        () => send(operation, { [name]: id }, options) as Promise<{ status: string }>,
        options,
      );
  Object.assign(client.jobs ?? {}, { follow: follow(nouns.jobs.get, 'jobId') });
  Object.assign(client.imports ?? {}, { follow: follow(nouns.imports.get, 'importId') });
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
