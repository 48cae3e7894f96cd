import assert from 'node:assert/strict';
import { test } from 'node:test';
import { descriptorWarning, startFault } from './start-fault.ts';

const failing = (members: object): Error => Object.assign(new Error('it failed'), members);

test('why it does not start is one line with the remedy', () => {
  const of = (members: object) => startFault(failing(members), '/srv/data');
  assert.match(
    of({ code: 'EROFS', path: '/srv/data/secret' }),
    /^DATA_DIR \/srv\/data cannot be written/,
  );
  assert.equal(of({ code: 'EACCES', path: '/elsewhere' }), 'it failed');
  assert.match(of({ code: 'EMFILE' }), /file descriptors/);
  assert.match(of({ code: 'ENOSPC', path: '/srv/data/x' }), /full/);
  const message = 'unsupported startup parameter: statement_timeout';
  assert.match(of({ code: '08P01', message }), /pgbouncer=true/);
});

test('few descriptors are told', () => {
  const line = (soft: string) =>
    `Max processes  1 1 processes\nMax open files            ${soft}                 4096                 files\n`;
  assert.match(descriptorWarning(line('256')) ?? '', /only 256/);
  assert.equal(descriptorWarning(line('1024')), undefined);
  assert.equal(descriptorWarning(line('unlimited')), undefined);
  assert.equal(descriptorWarning(''), undefined);
});
