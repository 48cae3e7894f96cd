import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../../src/platform/db/embedded/postmaster.ts';
import { createDataDirectory } from '../support/data-directory.ts';
import { findFreePort } from '../support/port.ts';
import { createTemporaryDirectory, launch, readPostmasterPid } from '../support/process.ts';
import { isShort } from '../support/test-form.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const helpers = new URL('../support', import.meta.url).href;
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const setup = fileURLToPath(new URL('../support/global-setup.ts', import.meta.url));
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insignia-orphans-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const waitUntilEnded = (pid: number) =>
  waitForCondition('PostgreSQL ended too', () => !isAlive(pid));

test('stopping the program while it starts also stops its PostgreSQL', async () => {
  const { path, remove } = await createTemporaryDirectory();
  const running = await launch({ DATA_DIR: path });
  await waitForCondition(
    'PostgreSQL runs',
    async () => (await readPostmasterPid(path).catch(() => 0)) > 0,
  );
  const postmaster = await readPostmasterPid(path);
  running.child.kill('SIGTERM');
  await running.ended;
  await waitUntilEnded(postmaster);
  await remove();
});

test('stopping npm start also stops the program and PostgreSQL', async (t) => {
  const { path, remove } = await createDataDirectory();
  const port = String(await findFreePort());
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PORT: port, DATA_DIR: path };
  // A process group that the test can end whatever npm does.
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: 'pipe', detached: true });
  t.after(() => spawn('kill', ['-KILL', '--', `-${npm.pid}`], { stdio: 'ignore' }));
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += chunk));
  await waitForCondition('it serves', async () => {
    assert.equal(npm.exitCode, null, output);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return answer?.ok === true;
  });
  const postmaster = await readPostmasterPid(path);
  npm.kill('SIGTERM');
  await waitUntilEnded(postmaster);
  await remove();
});

/** Runs a test file with these lines after a program with its own database has started. */
async function runFile(name: string, ...lines: string[]): Promise<{ code: unknown; pid: number }> {
  const [file, note] = [join(folder, `${name}.test.ts`), join(folder, name)];
  await writeFile(
    file,
    `import { writeFileSync } from 'node:fs';
    import { test } from 'node:test';
    import { createDataDirectory } from '${helpers}/data-directory.ts';
    import { readPostmasterPid, startProcess } from '${helpers}/process.ts';
    test('it fails', async () => {
      const { path } = await createDataDirectory();
      const running = await startProcess({ DATA_DIR: path });
      writeFileSync('${note}', String(await readPostmasterPid(path)));
      ${lines.join('\n')}
    });`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--test', file], { cwd: root, env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return { code, pid: Number(await readFile(note, 'utf8')) };
}

const endings = [
  ['is killed', "process.kill(process.pid, 'SIGKILL');"],
  [
    'fails after it has killed the program',
    "running.child.kill('SIGKILL'); await running.ended; throw new Error('no');",
  ],
  ['fails', "throw new Error('no');"],
  ['ends itself', 'process.exit(7);'],
] as const;
for (const [how, ...lines] of isShort ? [] : endings)
  test(`a test file that ${how} leaves no PostgreSQL behind`, async () => {
    const { code, pid } = await runFile(how.replaceAll(' ', '-'), ...lines);
    assert.equal(code, 1);
    await waitUntilEnded(pid);
  });

test('a killed test run leaves no PostgreSQL behind', async () => {
  const note = join(folder, 'run');
  const file = join(folder, 'run.test.ts');
  await writeFile(
    file,
    `import { writeFileSync } from 'node:fs';
    import { test } from 'node:test';
    test('it hangs', () => new Promise(() => {
      setInterval(() => {}, 1_000);
      writeFileSync('${note}', process.env.TEST_POSTGRES + ' ' + process.pid);
    }));`,
  );
  const { NODE_TEST_CONTEXT: _, DATABASE_URL: _given, ...env } = process.env;
  const options = ['--test', `--test-global-setup=${setup}`, file];
  const run: ChildProcess = spawn(process.execPath, options, { cwd: root, env, stdio: 'ignore' });
  await waitForCondition(
    'the test runs',
    async () => (await readFile(note, 'utf8').catch(() => '')) !== '',
  );
  const [url = '', file1 = ''] = (await readFile(note, 'utf8')).split(' ');
  const socket = new URL(url).searchParams.get('host') ?? '';
  const pid = Number((await readFile(join(socket, '.s.PGSQL.5432.lock'), 'utf8')).split('\n')[0]);
  assert.ok(isAlive(pid));
  run.kill('SIGKILL');
  await waitUntilEnded(pid);
  process.kill(Number(file1), 'SIGKILL');
});
