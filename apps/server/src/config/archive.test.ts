import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './read-config.ts';

const read = (env: Record<string, string>) =>
  readConfig((name) => ({ DATA_DIR: '/srv/insignia', ...env })[name]);
const faultOf = (env: Record<string, string>) => read(env).faults.join();

test('an archive is a folder elsewhere, or a bucket', () => {
  assert.equal(read({}).config.archive, undefined);
  const { archive } = read({ BACKUP_ARCHIVE: '/mnt/archive' }).config;
  assert.deepEqual(archive, {
    ...{ place: '/mnt/archive', seconds: 60, baseHours: 24, days: 7, queueBytes: 1024 ** 3 },
    passphrase: undefined,
  });
  const bucket = read({ BACKUP_ARCHIVE: 's3://bucket/insignia', BACKUP_ARCHIVE_QUEUE: '4GB' });
  assert.deepEqual(bucket.faults, []);
  assert.equal(bucket.config.archive?.queueBytes, 4 * 1024 ** 3);
  for (const place of ['/srv/insignia', '/srv/insignia/archive', '/srv', '/'])
    assert.match(faultOf({ BACKUP_ARCHIVE: place }), /^BACKUP_ARCHIVE must be outside of DATA_DIR/);
  assert.deepEqual(read({ BACKUP_ARCHIVE: '/srv/insignia-archive' }).faults, []);
  for (const place of ['archive', 's3:', 'https://archive.example'])
    assert.match(faultOf({ BACKUP_ARCHIVE: place }), /^BACKUP_ARCHIVE must be/);
});

test('what goes with it alone says so', () => {
  assert.equal(faultOf({ BACKUP_ARCHIVE_DAYS: '7' }), 'BACKUP_ARCHIVE_DAYS needs BACKUP_ARCHIVE');
  const server = { DATABASE_URL: 'postgres://db/insignia', SECRET: 'x'.repeat(32) };
  assert.match(
    faultOf({ ...server, BACKUP_ARCHIVE: '/mnt/archive' }),
    /^BACKUP_ARCHIVE is for the embedded database: .+pgBackRest/,
  );
  const place = { BACKUP_ARCHIVE: '/mnt/archive' };
  for (const [name, text] of [
    ['BACKUP_ARCHIVE_SECONDS', '0'],
    ['BACKUP_ARCHIVE_DAYS', '-1'],
    ['BACKUP_ARCHIVE_QUEUE', '1MB'],
    ['BACKUP_PASSPHRASE', 'short'],
  ] as const)
    assert.match(faultOf({ ...place, [name]: text }), new RegExp(`^${name} must`));
});
