import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig, readEnv } from './index.ts';

const read = (variables: Record<string, string>) => readConfig(readEnv(variables));

test('secrets can come from files, and each problem with a file is one error without the secret', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-config-'));
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const secret = 'a secret that is long enough to be one';
    const SECRET_FILE = await file('secret', `${secret}\n`);
    const DATABASE_URL_FILE = await file('database', 'postgres://u:p@h/db\n');
    const SMTP_URL_FILE = await file('smtp', 'smtps://u:p@mail.example');
    const { config, errors } = read({
      ...{ SECRET_FILE, DATABASE_URL_FILE, SMTP_URL_FILE, MAIL_FROM: 'a@b.example' },
      SECRET_PREVIOUS_FILE: SECRET_FILE,
    });
    assert.deepEqual(errors, []);
    assert.deepEqual(
      [config.secret, config.secretPrevious, config.databaseUrl, config.smtpUrl],
      [secret, secret, 'postgres://u:p@h/db', 'smtps://u:p@mail.example'],
    );
    const server = { DATABASE_URL_FILE };
    const wrong: [Record<string, string>, RegExp][] = [
      [{ SECRET_FILE: join(folder, 'none') }, /^SECRET_FILE names .* \(it doesn't exist\): /],
      [{ SECRET_FILE: folder }, /^SECRET_FILE names .* \(it's a folder\): /],
      [{ SECRET_FILE: await file('empty', ' \n') }, /^SECRET_FILE names an empty file: /],
      [{ SECRET_FILE: await file('short', 'short') }, /^SECRET must have at least 32/],
      [{ SECRET_FILE, SECRET: secret }, /^SECRET_FILE and SECRET are both set\. Remove one$/],
    ];
    for (const [settings, words] of wrong) {
      const found = read({ ...server, ...settings }).errors;
      assert.equal(found.length, 1, found.join(' | '));
      assert.match(found[0] ?? '', words);
      assert.doesNotMatch(found[0] ?? '', new RegExp(secret));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the bounce token has at least 20 characters, all safe in a URL', () => {
  for (const bad of ['short', 'a/b?'.repeat(10)])
    assert.match(read({ MAIL_BOUNCE_TOKEN: bad }).errors.join(), /^MAIL_BOUNCE_TOKEN must be 20/);
  assert.deepEqual(read({ MAIL_BOUNCE_TOKEN: 'a'.repeat(20) }).errors, []);
});
