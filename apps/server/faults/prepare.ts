import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { assertOk, client } from '../tests/support/client.ts';
import { badgeImage } from '../tests/support/images.ts';
import { bare, cookieOf, password } from '../tests/support/people.ts';

/** Somebody with a key and a badge, on an instance that mails to files. */
export async function prepareAccount(
  url: string,
  dataDir: string,
): Promise<{ key: string; badgeId: string }> {
  const send = client(url);
  const email = 'owner@example.org';
  assertOk(await send('POST', '/api/auth/sign-up/email', { name: 'Owner', email, password }));
  const token = await mailedToken(join(dataDir, 'mail'));
  const { headers } = assertOk(await send('POST', '/api/auth/confirm', { token, password }));
  const as = { cookie: cookieOf(headers), origin: url };
  const { key } = assertOk(
    await send('POST', '/api-keys', { parameters: { name: 'k', scope: 'write' } }, as),
  ).body;
  const issuer = assertOk(
    await send(
      'POST',
      '/issuers',
      { parameters: { name: 'Load', url: 'https://load.example', email } },
      as,
    ),
  ).body;
  const badge = {
    name: 'B',
    description: 'D',
    criteria: 'C',
    image: await badgeImage(),
    issuerId: issuer.issuerId,
  };
  const { badgeId } = assertOk(await send('POST', '/badges', { parameters: badge }, as)).body;
  return { key, badgeId: bare(badgeId) };
}

async function mailedToken(directory: string): Promise<string> {
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
    const [name] = await readdir(directory).catch(() => []);
    if (!name?.endsWith('.eml')) continue;
    const { text = '' } = await PostalMime.parse(await readFile(join(directory, name)));
    return /token=([\w-]+)/.exec(text)?.[1] ?? '';
  }
  throw new Error(`no mail in ${directory}`);
}
