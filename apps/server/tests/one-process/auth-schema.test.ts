import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getMigrations } from 'better-auth/db/migration';
import { authOptions } from '../../src/features/people/index.ts';
import { connect } from '../../src/platform/db/index.ts';
import { createDatabase } from '../support/database.ts';

test('the auth migration covers everything that the installed better-auth requires', async () => {
  const database = await createDatabase();
  const { db, close } = connect(database.url, () => {});
  const options = authOptions({
    db,
    baseUrl: 'http://localhost',
    secrets: [{ version: 1, value: 'x'.repeat(40) }],
    admitSession: async () => {},
  });
  const { toBeCreated, toBeAdded } = await getMigrations(options as never);
  assert.deepEqual([toBeCreated, toBeAdded], [[], []]);
  await close();
  await database.drop();
});
