// The samples in docs/examples that verify a signature, in languages installed here.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { startInstance } from '../support/instance.ts';
import { createOwner } from '../support/people.ts';
import { startReceiver } from '../support/receiver.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const run = promisify(execFile);
const examples = new URL('../../../../docs/examples/', import.meta.url);

type Language = {
  version: [program: string, ...args: string[]];
  file: string;
  start: (file: string) => [program: string, ...args: string[]];
  /** Wraps a sample: arguments are body, header and secret; prints `true` or `false`. */
  around: (sample: string) => string;
};
const languages: Record<string, Language> = {
  python: {
    version: ['python3', '--version'],
    file: 'signature.py',
    start: (file) => ['python3', file],
    around: (sample) =>
      `${sample}import sys\nprint(str(is_genuine(sys.argv[1].encode(), *sys.argv[2:])).lower())\n`,
  },
  php: {
    version: ['php', '--version'],
    file: 'signature.php',
    start: (file) => ['php', file],
    around: (sample) =>
      `${sample}echo is_genuine($argv[1], $argv[2], $argv[3]) ? 'true' : 'false';`,
  },
  go: {
    version: ['go', 'version'],
    file: 'signature.go',
    start: (file) => ['go', 'run', file],
    around: (sample) =>
      `${sample.replace('import (', 'import (\n\t"fmt"\n\t"os"')}func main() { fmt.Print(isGenuine([]byte(os.Args[1]), os.Args[2], os.Args[3])) }\n`,
  },
};

let directory: string;
let secret: string;
let body: string;
let signature: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'insignia-receivers-'));
  const instance = await startInstance({ WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' });
  const receiver = await startReceiver();
  const { insignia } = await createOwner(instance);
  const webhook = await insignia.webhooks.create({ url: receiver.url });
  await insignia.webhooks.test({ webhookId: webhook.id });
  await waitForCondition('the ping came', () => receiver.received.length === 1);
  const [received] = receiver.received;
  secret = webhook.secret;
  body = String(received?.body);
  signature = String(received?.headers['x-service-signature']);
  await receiver.close();
  await instance.stop();
});
after(() => rm(directory, { recursive: true }));

for (const [name, { version, file, start, around }] of Object.entries(languages))
  test(`the sample in ${name} distinguishes genuine deliveries from others`, async (t) => {
    const [program, ...args] = version;
    const found = await run(program, args).catch(() => undefined);
    if (!found) return t.skip(`there is no ${program} in PATH`);
    const sample = await readFile(new URL(file, examples), 'utf8');
    const path = join(directory, file);
    await writeFile(path, around(sample));
    const env = { ...process.env, GOCACHE: join(directory, 'go-cache'), GOFLAGS: '-mod=mod' };
    const says = async (text: string, by = secret): Promise<string> => {
      const [command, ...rest] = start(path);
      const { stdout } = await run(command, [...rest, text, signature, by], {
        cwd: directory,
        env,
      });
      return stdout.trim();
    };
    assert.equal(await says(body), 'true');
    assert.equal(await says(`${body} `), 'false');
    assert.equal(await says(body, `${secret}x`), 'false');
  });
