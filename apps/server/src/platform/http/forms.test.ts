import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { acceptSelections, MAX_SELECTION_BYTES } from './forms.ts';

const app = Fastify({ bodyLimit: MAX_SELECTION_BYTES });
acceptSelections(app);
app.post('/', async ({ body }) => body);

const send = async (payload: string) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await app.inject({ method: 'POST', url: '/', headers, payload })).json();
};

test('a form that selects many things joins the values of a repeated name', async () => {
  assert.deepEqual(await send('act=save&credential=1&name=A+B&credential=2&__proto__=x'), {
    ...{ act: 'save', credential: '1 2', name: 'A B' },
    ['__proto__']: 'x',
  });
});

test('a form of thousands of names is not searched for each of them', async ({ mock }) => {
  const search = mock.method(URLSearchParams.prototype, 'getAll');
  const names = Array.from({ length: 3_000 }, (_, n) => n.toString(36).padStart(3, '0'));
  assert.equal(Object.keys(await send(names.join('&'))).length, names.length);
  assert.equal(search.mock.callCount(), 0);
});
