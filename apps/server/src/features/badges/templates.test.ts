import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DesignThread } from '../../platform/drawing/index.ts';
import { runImageWork } from '../../platform/images/index.ts';
import { createTemplateLister } from './templates.ts';

test('reading images is not blocked while templates are drawn', async () => {
  const { promise: errors, resolve: end } =
    Promise.withResolvers<{ path: string; message: string }[]>();
  const drawer: DesignThread = {
    inTurn: (_estimateMs, work) => work(async () => ({ errors: await errors })),
    stop: async () => {},
  };
  const unused = undefined as never;
  const templates = createTemplateLister({ drawer, db: unused, images: unused });
  const requests = Array.from({ length: 10 }, (_, n) =>
    templates({ accountId: 'a' }, { title: `Title ${n}` }),
  );
  const ended = Promise.allSettled(requests);
  assert.equal(await runImageWork(async () => 'read'), 'read');
  end([{ path: '', message: 'takes too long' }]);
  for (const each of await ended)
    assert.equal(each.status === 'rejected' && each.reason.code, 'busy');
});
