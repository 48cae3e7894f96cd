import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTargetError, readTarget } from './target.ts';

test('a URL may name one host, a socket, or several hosts in both forms', () => {
  const cases: [string, string[]][] = [
    ['postgres://u:p@db:5432/insignia', ['postgres://u:p@db:5432/insignia']],
    ['postgres://u:p@db/insignia?sslmode=require', ['postgres://u:p@db/insignia?sslmode=require']],
    [
      'postgresql:///insignia?host=/run/pg&user=x',
      ['postgresql:///insignia?user=x&host=%2Frun%2Fpg'],
    ],
    [
      'postgres://u:p%40@a:5433,b,[::1]:6000/db?target_session_attrs=read-write&sslmode=require',
      [
        'postgres://u:p%40@a:5433/db?sslmode=require',
        'postgres://u:p%40@b/db?sslmode=require',
        'postgres://u:p%40@[::1]:6000/db?sslmode=require',
      ],
    ],
    ['postgres://u@x/db?host=a,b&port=1,2', ['postgres://u@a:1/db', 'postgres://u@b:2/db']],
    [
      'postgres://u@x/db?host=a,b&port=7&target_session_attrs=primary',
      ['postgres://u@a:7/db', 'postgres://u@b:7/db'],
    ],
  ];
  for (const [text, urls] of cases) {
    assert.equal(findTargetError(text), undefined, text);
    assert.deepEqual(readTarget(text).urls, urls, text);
  }
});

test('parameters of Insignia do not reach the driver', () => {
  assert.deepEqual(readTarget('postgres://u@x/db?pgbouncer=true&pool=5'), {
    urls: ['postgres://u@x/db'],
    throughPooler: true,
    pool: 5,
  });
});

test('an unusable database URL is reported with the reason', () => {
  const cases: [string, RegExp][] = [
    ['mysql://x', /must be a URL that starts with postgres/],
    ['postgres://u@a,,b/db', /several hosts/],
    ['postgres://u@a,b:x/db', /several hosts/],
    ['postgres://u@a/db?target_session_attrs=standby', /Use read-write or primary/],
    ['postgres://u@a/db?pool=many', /pool=many/],
  ];
  for (const [text, error] of cases) assert.match(findTargetError(text) ?? '', error, text);
});
