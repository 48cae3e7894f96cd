import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeStartError, findDescriptorWarning } from './start-error.ts';

const failing = (members: object): Error => Object.assign(new Error('it failed'), members);

test('a start error is one line with the remedy', () => {
  const of = (members: object) => describeStartError(failing(members), '/srv/data');
  assert.match(
    of({ code: 'EROFS', path: '/srv/data/secret' }),
    /^DATA_DIR \/srv\/data isn't writable/,
  );
  assert.equal(of({ code: 'EACCES', path: '/elsewhere' }), 'it failed');
  assert.match(of({ code: 'EMFILE' }), /file descriptors/);
  const listening = { syscall: 'listen', address: '127.0.0.1', port: 3000 };
  assert.equal(
    of({ ...listening, code: 'EADDRINUSE' }),
    '127.0.0.1:3000 is in use (EADDRINUSE): stop the process that listens there, or set another PORT or METRICS_PORT',
  );
  assert.match(
    of({ ...listening, code: 'EADDRNOTAVAIL' }),
    /^127.*: set HOST to an address of this/,
  );
  assert.match(
    of({ ...listening, code: 'EACCES', port: 80 }),
    /^127.0.0.1:80 .*set PORT to 1024 or higher/,
  );
  assert.equal(
    of({ code: 'ECONNREFUSED', syscall: 'connect' }),
    "the database doesn't respond (it failed). Check DATABASE_URL and whether the database is running",
  );
  assert.match(of({ code: 'ENOSPC', path: '/srv/data/x' }), /full/);
  const message = 'unsupported startup parameter: statement_timeout';
  assert.match(of({ code: '08P01', message }), /pgbouncer=true/);
});

test('a low limit of file descriptors causes a warning', () => {
  const line = (soft: string) =>
    `Max processes  1 1 processes\nMax open files            ${soft}                 4096                 files\n`;
  assert.match(findDescriptorWarning(line('256')) ?? '', /only 256/);
  assert.equal(findDescriptorWarning(line('1024')), undefined);
  assert.equal(findDescriptorWarning(line('unlimited')), undefined);
  assert.equal(findDescriptorWarning(''), undefined);
});
