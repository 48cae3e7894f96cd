import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

const importLog = `const { createLog } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
  const log = createLog('info');`;
const toOptions = (program: string) => ['--input-type=module', '--eval', program];

test('errors of libraries are logged without the answers and tokens that they carry', () => {
  const program = `
    import { errors } from 'jose';
    import { ResponseBodyError } from 'openid-client';
    ${importLog}
    const response = new Response('{}', { status: 400 });
    const cause = { error: 'invalid_grant', error_description: 'SECRET user', access_token: 'SECRET' };
    log.warn({ err: new ResponseBodyError('refused', { cause, response }) }, 'first');
    log.warn({ err: new errors.JWTExpired('expired', { email: 'SECRET' }, 'exp') }, 'second');
    log.warn({ err: new Error('outer', { cause: new errors.JWTExpired('inner', { email: 'SECRET' }) }) }, 'third');`;
  const lines = execFileSync(process.execPath, toOptions(program), { encoding: 'utf8' })
    .trim()
    .split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['first', 'second', 'third'],
  );
  assert.ok(!lines.join().includes('SECRET'), lines.join('\n'));
  assert.match(lines[1] ?? '', /JWTExpired: expired/);
});

test('a process ends although nobody reads its log any longer', async () => {
  const program = `${importLog}
    process.stdin.once('end', () => {
      log.info('last');
      process.exit(3);
    });
    process.stdin.resume();
    process.stdout.write('ready');`;
  const child = spawn(process.execPath, toOptions(program), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.end();
  assert.deepEqual(await once(child, 'exit'), [3, null]);
});
