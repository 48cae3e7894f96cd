import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import pg from 'pg';
import { isDatabaseUnavailable, isTransientDatabaseError, sqlState } from './failure.ts';

const failing = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('should fail'),
    (error: unknown) => error,
  );
const like = (fields: object, message = 'x'): Error => Object.assign(new Error(message), fields);

test('an unreachable database counts as unavailable', async () => {
  for (const connectionString of [
    'postgresql://127.0.0.1:9/none',
    'postgresql:///none?host=/nowhere',
  ])
    assert.equal(
      isDatabaseUnavailable(await failing(new pg.Client({ connectionString }).connect())),
      true,
    );
  assert.equal(isDatabaseUnavailable(like({ code: 'ECONNRESET', syscall: 'read' })), true);
  assert.equal(isDatabaseUnavailable(like({ code: '57P01', severity: 'FATAL' })), true);
  assert.equal(isDatabaseUnavailable(like({}, 'Connection terminated unexpectedly')), true);
  assert.equal(
    isDatabaseUnavailable(like({ code: '08P01', severity: 'FATAL' }, 'query_wait_timeout')),
    true,
  );
  assert.equal(
    isDatabaseUnavailable(new AggregateError([like({ code: 'ECONNREFUSED', syscall: 'connect' })])),
    true,
  );
});

test('missing files and refused statements do not count as an unavailable database', async () => {
  assert.equal(isDatabaseUnavailable(await failing(readFile('/nowhere/at/all'))), false);
  assert.equal(isDatabaseUnavailable(like({ code: 'ENOENT', syscall: 'read' })), false);
  assert.equal(isDatabaseUnavailable(like({ code: '23505', severity: 'ERROR' })), false);
  assert.equal(isDatabaseUnavailable(like({ code: '08P01', severity: 'ERROR' })), false);
  assert.equal(isDatabaseUnavailable('no error'), false);
  assert.deepEqual(
    [sqlState(like({ code: '23505' })), sqlState(like({ code: 'ENOENT' })), sqlState(undefined)],
    ['23505', undefined, undefined],
  );
});

test('rollbacks, timeouts and lack of resources are transient errors, and invalid statements are not', () => {
  for (const code of ['40P01', '40001', '53100', '53300', '57014', '55P03', '57P01'])
    assert.equal(isTransientDatabaseError(like({ code, severity: 'ERROR' })), true, code);
  assert.equal(isTransientDatabaseError(like({}, 'timeout exceeded when trying to connect')), true);
  for (const code of ['23503', '23505', '22P02', 'P0001', '42P01'])
    assert.equal(isTransientDatabaseError(like({ code, severity: 'ERROR' })), false, code);
  assert.equal(isTransientDatabaseError(new Error('a bug')), false);
});
