// Courses with an independent implementation of LTI 1.3, LTI-PHP, in a real browser. It comes from no registry:
// LTI_PHP and PHP_JWT are folders with celtic-project/LTI-PHP and firebase/php-jwt.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser } from '../tests/support/browser.ts';
import { assertOk } from '../tests/support/client.ts';
import { startInstance } from '../tests/support/instance.ts';
import { readTool, settings } from '../tests/support/lti.ts';
import { createBadge, createIssuer, createOwner } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

const { LTI_PHP, PHP_JWT } = process.env;
const program = '/usr/bin/php';
const hasPhp = await access(program).then(
  () => true,
  () => false,
);
const skip = LTI_PHP && PHP_JWT && hasPhp ? false : 'needs LTI_PHP, PHP_JWT and php-cli';

type Urls = { origin: string; loginUrl: string; launchUrl: string; jwksUrl: string };

async function startPlatform({ origin, loginUrl, launchUrl, jwksUrl }: Urls) {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-lti-php-'));
  const write = (name: string, content: unknown) =>
    writeFile(join(folder, `${name}.json`), JSON.stringify(content));
  const read = async (name: string) =>
    JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
  const person = (name: string, role: string) => ({
    ...{ name, role },
    email: `${name.split(' ')[0]?.toLowerCase()}@school.example`,
  });
  await write('people', {
    theo: person('Theo Teacher', 'Instructor'),
    ada: person('Ada Lovelace', 'Learner'),
    bea: person('Bea Learner', 'Learner'),
  });
  await write('results', []);
  const { privateKey: key } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const script = new URL('platform.php', import.meta.url).pathname;
  const options = ['-d', `session.save_path=${folder}`, '-S', new URL(origin).host, script];
  const server = spawn(program, options, {
    env: {
      ...{ LTI_PHP, PHP_JWT, FOLDER: folder, KEY: key, ORIGIN: origin },
      ...{ LOGIN_URL: loginUrl, LAUNCH_URL: launchUrl, JWKS_URL: jwksUrl },
    },
    stdio: 'ignore',
  });
  await waitForCondition('LTI-PHP started', async () =>
    fetch(`${origin}/jwks`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const stop = async () => {
    server.kill();
    await once(server, 'exit');
    await rm(folder, { recursive: true });
  };
  return { write, read, stop };
}

test('LTI-PHP launches choices, learners and teachers, checks what we sign, and serves roster and scores', {
  skip,
}, async (context) => {
  const [instance, browser] = await Promise.all([startInstance(settings), openBrowser()]);
  context.after(async () => {
    await browser.close();
    await instance.stop();
  });
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner), { name: 'First Aid' });
  const origin = `http://127.0.0.1:${await findFreePort()}`;
  const platform = await startPlatform({ origin, ...(await readTool(owner)) });
  context.after(platform.stop);
  const parameters = {
    ...{ name: 'School', issuer: origin, clientId: 'insignia', deploymentIds: ['1'] },
    authorizationUrl: `${origin}/auth`,
    tokenUrl: `${origin}/token`,
    jwksUrl: `${origin}/jwks`,
  };
  const { platformId } = assertOk(await owner.api('POST', '/lti/platforms', { parameters })).body;
  const { checks } = assertOk(await owner.api('POST', `/lti/platforms/${platformId}/test`)).body;
  assert.deepEqual(
    checks.map(({ check, passed }: { check: string; passed: boolean }) => [check, passed]),
    [
      ['keys', true],
      ['token', true],
      ['launch', false],
    ],
  );

  const page = await (await browser.newContext({ locale: 'en' })).newPage();
  const frame = page.frameLocator('iframe');
  const open = (query: string) => page.goto(`${origin}/course?${query}`);
  const choose = async (rule: RegExp) => {
    await open('user=theo&choice');
    await frame.getByRole('combobox', { name: 'Badge' }).selectOption(badgeId);
    await frame.getByRole('radio', { name: rule }).check();
    await frame.getByRole('button', { name: 'Add to course' }).click();
    await frame.getByRole('heading', { name: 'Added to the course' }).waitFor();
  };
  await choose(/score/);
  assert.equal((await platform.read('items'))[0].title, 'Earn: First Aid');
  const score = (resultScore: number) => [{ userId: 'ada', resultScore, resultMaximum: 100 }];
  await platform.write('results', score(79));
  await open('user=ada');
  await frame.getByText(/79%/).waitFor();
  await platform.write('results', score(80));
  await open('user=ada');
  await frame.getByText('You have this badge.').waitFor();
  await open('user=theo');
  await frame.getByRole('checkbox', { name: 'Bea Learner' }).check();
  await frame.getByRole('button', { name: 'Issue to selected people' }).click();
  await frame.getByText('Issued: 1').waitFor();

  // Completion is reported where no score decides.
  await choose(/opens/);
  await open('user=ada&link=r2');
  await frame.getByText('You have this badge.').waitFor();
  await waitForCondition('completion is reported', () =>
    platform.read('score').then(
      ({ userId, scoreGiven }) => userId === 'ada' && scoreGiven === 100,
      () => false,
    ),
  );
  // The token server refuses what another key has signed.
  const stranger = await createOwner(instance, 'pro');
  const copied = assertOk(await stranger.api('POST', '/lti/platforms', { parameters })).body;
  const path = `/lti/platforms/${copied.platformId}/test`;
  const [, token] = assertOk(await stranger.api('POST', path)).body.checks;
  assert.deepEqual(
    [token.passed, token.detail],
    [false, 'the server returned 400: invalid_client'],
  );
});
