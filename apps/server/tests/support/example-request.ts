import { exampleIds, getExampleParam, type Operation } from '@insignia/contract';
import type { Owner } from './people.ts';
import { bearerPlace, type Replacements } from './sample-user.ts';

/** These operations concern the session itself, so that a JWT isn't accepted. */
const sessionOperations = [
  ...['getToken', 'changePassword', 'signOut', 'deleteAccount'],
  ...[
    'enableTotp',
    'verifyTotp',
    'verifyRecoveryCode',
    'startPasskey',
    'addPasskey',
    'removePasskey',
    'confirmAddress',
    'updateAddress',
  ],
];

/** Sends the example request of an operation, with replaced values, as its reference describes. */
export async function sendExample(
  operation: Operation,
  site: string,
  caller: Owner | undefined,
  swaps: Replacements,
): Promise<{ status: number; text: string }> {
  const { method, path, accepts, bare, examples: { query, body } = {} } = operation;
  const home = [String, encodeURIComponent].map(
    (write) => [write(exampleIds.home), write(site)] as const,
  );
  const swap = (text: string): string =>
    [...home, ...Object.entries(swaps)].reduce(
      (swapped, [from, to]) => swapped.replaceAll(from, to),
      text,
    );
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => getExampleParam(path, name));
  const url = new URL(swap(query ? `${filled}?${new URLSearchParams(query)}` : filled), site);
  const [type = 'application/json'] = accepts ?? [];
  const content = bare || accepts ? body : { parameters: body };
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...authenticate(operation, site, caller),
      ...(swaps[bearerPlace] && { authorization: `Bearer ${swaps[bearerPlace]}` }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && {
      body: swap(type === 'application/json' ? JSON.stringify(content) : String(content)),
    }),
  });
  return { status: response.status, text: await response.text() };
}

function authenticate(
  { id, access, method }: Operation,
  site: string,
  caller: Owner | undefined,
): Record<string, string> {
  if (sessionOperations.includes(id))
    return { cookie: caller?.cookie ?? '', ...(method !== 'GET' && { origin: site }) };
  if (access === 'public') return {};
  return access.who === 'person' || access.personOnly
    ? { authorization: `Bearer ${caller?.jwt}` }
    : { 'x-api-key': caller?.key ?? '' };
}
