import * as calls from '@insignia/contract/calls';
import type { Plugin } from 'vite';
import { slimContract } from '../../../packages/sdk/build/slim-contract.ts';

const callsId = '\0contract/calls';
const slimId = '\0contract/slim';

/**
 * Returns `@insignia/contract/calls` as data. A body is reduced to `{}`, because callers only check
 * that there is one.
 */
function callsWithoutSchemas(): string {
  const facts = Object.entries(calls.operationSummaries).map(
    ([id, { method, path, access, bare, body }]) =>
      [id, { method, path, access, bare, ...(body !== undefined && { body: {} }) }] as const,
  );
  const values = { ...calls, operationSummaries: Object.fromEntries(facts) };
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/**
 * Keeps the schemas, and Zod with them, out of the initial bundle: the client calls operations by
 * their facts, as the published SDK does. Screens with forms load the contract itself.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === '@insignia/contract/calls') return callsId;
      const isSdk = importer?.includes('/packages/sdk/src/') === true;
      return source === '@insignia/contract' && isSdk ? slimId : undefined;
    },
    load(id) {
      if (id === callsId) return callsWithoutSchemas();
      return id === slimId ? slimContract() : undefined;
    },
  };
}
