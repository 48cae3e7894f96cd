import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../kernel/problem.ts';
import { type OriginalDeps, readOriginals } from './originals.ts';

test('while the process is busy, rows that are decided already are returned, and others wait', async () => {
  const busy = {
    urls: { base: 'https://badges.example' },
    outbound: {},
    get digester() {
      throw new Problem('busy', { retryAfterSeconds: 5 });
    },
  };
  const deps = { verify: busy } as unknown as OriginalDeps;
  const order = { accountId: 'x', source: 'credly', mode: 'hold', signers: null } as const;
  const url = 'https://a.example/1';
  const links = [{ row: 2, cells: [url, '', '', url, ''] }];
  const decided = new Map([[3, { isEnded: true as const }]]);
  assert.deepEqual(await readOriginals(deps, order, links, decided), decided);
  await assert.rejects(readOriginals(deps, order, links), { code: 'busy' });
});
