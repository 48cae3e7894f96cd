import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../kernel/problem.ts';
import { BaseUrlMismatch } from '../platform/db/base-url.ts';
import { findSchemaError, findVersionError } from '../platform/db/index.ts';
import { CommandError, toCommandError } from './command-error.ts';

test('PostgreSQL 14 and older are refused', () => {
  assert.match(findVersionError(140_022) ?? '', /is PostgreSQL 14, but Insignia needs 15/);
  assert.equal(findVersionError(150_001), undefined);
});

test('an older, changed or incompatible newer schema is reported with the remedy', () => {
  const same = { missing: [], changedFunctions: [], newer: [], breaking: [] };
  assert.equal(findSchemaError(same), undefined);
  assert.match(
    findSchemaError({ ...same, missing: ['0001_a', '0002_b'] }) ?? '',
    /lacks 2 migrations, the last 0002_b/,
  );
  assert.match(findSchemaError({ ...same, changedFunctions: ['f'] }) ?? '', /insignia migrate/);
  assert.equal(findSchemaError({ ...same, newer: ['9_z'] }), undefined);
  assert.match(
    findSchemaError({ ...same, newer: ['9_z'], breaking: ['9_z'] }) ?? '',
    /newer version/,
  );
});

test('database errors are classified as unreachable, unfit or failed', () => {
  const getKind = (code: string) => {
    const error = toCommandError(
      Object.assign(new Error('x'), { code, severity: 'FATAL' }),
      '/data',
    );
    assert.ok(error instanceof CommandError);
    return error.kind;
  };
  assert.deepEqual(['53300', '25006', '28P01', '42501', '57P01', '22012'].map(getKind), [
    'unreachable',
    'unreachable',
    'unfit',
    'unfit',
    'unreachable',
    'failed',
  ]);
  // As reported by migrations, and raw.
  const messageFor = (code: string, message: string) =>
    (
      toCommandError(
        new Error('migration failed', { cause: Object.assign(new Error(message), { code }) }),
        '',
      ) as Error
    ).message;
  assert.match(
    messageFor('42501', 'permission denied to create extension "pg_trgm"'),
    /lacks the extension pg_trgm.*superuser/,
  );
  assert.match(messageFor('0A000', 'extension "pg_trgm" is not available'), /contrib/);
  assert.match(messageFor('53300', 'sorry, too many clients already'), /no free connections/);
  const other = toCommandError(
    new BaseUrlMismatch('https://b.example', 'https://a.example'),
    '/data',
  );
  assert.ok(other instanceof CommandError && other.kind === 'unfit');
  assert.match(other.message, /start the service once with BASE_URL_CHANGED=yes/);
  assert.match(
    (toCommandError(new Problem('already_member'), '') as Error).message,
    /already a member/,
  );
});
