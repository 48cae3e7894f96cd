import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const demo = fileURLToPath(new URL('../../../../scripts/demo.ts', import.meta.url));

test('the demo fills an instance, keeps it running and says how to stop it', async () => {
  const { INSIGNIA_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, [demo], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.setEncoding('utf8');
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    output += text;
    if (output.includes('Ctrl-C')) break;
  }
  assert.match(output, /^ {2}200 credentials of 3 badges/m);
  const page = /A credential +(\S+)/.exec(output)?.[1] ?? '';
  const answer = await fetch(page, { headers: { accept: 'text/html' } });
  assert.equal(answer.status, 200, output);
  assert.match(await answer.text(), /Ada Lovelace/);
  child.kill('SIGINT');
  assert.deepEqual(await ended, [0, null]);
  await assert.rejects(fetch(page));
});
