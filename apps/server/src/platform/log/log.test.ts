import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

test('errors of libraries are logged without the answers and tokens that they carry', () => {
  const program = `
    import { errors } from 'jose';
    import { ResponseBodyError } from 'openid-client';
    const { createLog } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const log = createLog('info');
    const response = new Response('{}', { status: 400 });
    const cause = { error: 'invalid_grant', error_description: 'SECRET user', access_token: 'SECRET' };
    log.warn({ err: new ResponseBodyError('refused', { cause, response }) }, 'first');
    log.warn({ err: new errors.JWTExpired('expired', { email: 'SECRET' }, 'exp') }, 'second');
    log.warn({ err: new Error('outer', { cause: new errors.JWTExpired('inner', { email: 'SECRET' }) }) }, 'third');`;
  const options = ['--input-type=module', '--eval', program];
  const lines = execFileSync(process.execPath, options, { encoding: 'utf8' }).trim().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['first', 'second', 'third'],
  );
  assert.ok(!lines.join().includes('SECRET'), lines.join('\n'));
  assert.match(lines[1] ?? '', /JWTExpired: expired/);
});
