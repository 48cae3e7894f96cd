// deploy/health.mjs, with which systemd units wait for readiness.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '../support/port.ts';

const health = fileURLToPath(new URL('../../../../deploy/health.mjs', import.meta.url));

test('the readiness check stops waiting when the process has ended', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  const env = { PORT: String(await findFreePort()), MAINPID: String(ended.pid) };
  const waited = promisify(execFile)(process.execPath, [health, '--ready', '3600'], { env });
  await assert.rejects(waited, /the process has ended/);
});
