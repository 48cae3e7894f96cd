import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './read-config.ts';

const gigabyte = 1024 ** 3;
const read = (env: Record<string, string>, memory = 8 * gigabyte) =>
  readConfig((name) => env[name], memory);
const tuned = (memory: number) => {
  const { shared_buffers, effective_cache_size, work_mem, maintenance_work_mem } = read({}, memory)
    .config.postgres;
  return [shared_buffers, effective_cache_size, work_mem, maintenance_work_mem];
};

test('the embedded PostgreSQL settings scale with the memory', () => {
  assert.deepEqual(tuned(gigabyte / 4), ['32MB', '128MB', '4MB', '16MB']);
  assert.deepEqual(tuned(gigabyte), ['128MB', '512MB', '4MB', '32MB']);
  assert.deepEqual(tuned(8 * gigabyte), ['1GB', '4GB', '16MB', '256MB']);
  assert.deepEqual(tuned(256 * gigabyte), ['2GB', '128GB', '32MB', '512MB']);
});

test('explicit PostgreSQL settings override the computed ones', () => {
  const { config, errors } = read({
    POSTGRES_SHARED_BUFFERS: '3GB',
    POSTGRES_WORK_MEM: '2048kB',
    POSTGRES_MAX_CONNECTIONS: '100',
    POSTGRES_MAX_WAL_SIZE: '4GB',
  });
  assert.deepEqual(errors, []);
  const { postgres } = config;
  assert.equal(postgres.shared_buffers, '3GB');
  assert.equal(postgres.work_mem, '2048kB');
  assert.equal(postgres.max_connections, '100');
  assert.equal(postgres.max_wal_size, '4GB');
  assert.equal(postgres.effective_cache_size, '4GB');
});

test('a PostgreSQL setting that is malformed, too small or too large causes an error with its name', () => {
  const error = (setting: string, text: string) => read({ [setting]: text }).errors.join();
  for (const text of ['256', '1 GB', '1TB', '-1MB', '1gb', '0x10MB', '1e3MB'])
    assert.match(error('POSTGRES_SHARED_BUFFERS', text), /^POSTGRES_SHARED_BUFFERS must be a size/);
  assert.match(error('POSTGRES_SHARED_BUFFERS', '8MB'), /must be at least 16MB, not "8MB"/);
  assert.match(
    error('POSTGRES_SHARED_BUFFERS', '4GB'),
    /must be at most 3276MB on this machine, not "4GB"/,
  );
  assert.match(error('POSTGRES_MAX_CONNECTIONS', '10'), /whole number from 30 to 1000/);
});

test('PostgreSQL settings with DATABASE_URL cause an error', () => {
  const { errors } = read({
    DATABASE_URL: 'postgres://db.example.org/insignia',
    SECRET: 'a secret of the tests, long enough',
    POSTGRES_WORK_MEM: '8MB',
  });
  assert.deepEqual(errors, [
    "POSTGRES_WORK_MEM applies only to the embedded database. With DATABASE_URL, set it in the server's postgresql.conf",
  ]);
});
