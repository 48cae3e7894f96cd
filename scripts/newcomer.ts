// A new user's path from an empty folder to the first credential, and then to those of a class of
// forty, by mouse: npm run newcomer.
// Clicks what is visible at human speed, prints the time per screen, and saves pictures in the
// folder it prints.
import { mkdtemp } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { openBrowser, visit } from '../apps/server/tests/support/browser.ts';
import { createTemporaryDirectory, launch } from '../apps/server/tests/support/process.ts';
import { waitForCondition } from '../apps/server/tests/support/wait-for-condition.ts';

/** Keystroke-level model (Card, Moran, Newell 1980): a key press, and pointing with a click. */
const [keyMs, pressMs] = [200, 1_700];
/** Time to look at a screen, and to think about a field. */
const [lookMs, thinkMs] = [5_000, 2_000];

/** A title, two name columns, a pupil who is listed twice, and an incomplete address. */
const classList = [
  'Class 4b;;',
  ';;',
  'First name;Last name;E-mail',
  ...Array.from({ length: 40 }, (_, at) => {
    if (at === 20) return 'Pupil;Number 3;PUPIL-3@forty.example';
    return `Pupil;Number ${at};pupil-${at}@forty${at === 30 ? '' : '.example'}`;
  }),
].join('\n');

test('a newcomer', { timeout: 1_200_000 }, async () => {
  const directory = await createTemporaryDirectory();
  const startedAt = performance.now();
  const started = await launch({ DATA_DIR: directory.path });
  const browser = await openBrowser();
  try {
    await waitForCondition('the service is ready', () =>
      started.output().includes('Insignia is ready'),
    );
    const ready = performance.now();
    const pictures = await mkdtemp(join(tmpdir(), 'newcomer-'));
    const { page } = await visit(browser, started.url, '/');
    const first = performance.now();
    const rows: { screen: string; seconds: string; presses: number; fields: number }[] = [];
    let [since, presses, fields] = [first, 0, 0];

    const seen = async (name: string) => {
      await page.getByRole('heading', { name }).first().waitFor();
      await sleep(lookMs);
      await page.screenshot({ path: join(pictures, `${rows.length + 1}.png`) });
    };
    const left = (screen: string) => {
      const seconds = ((performance.now() - since) / 1_000).toFixed(1);
      rows.push({ screen, seconds, presses, fields });
      [since, presses, fields] = [performance.now(), 0, 0];
    };
    const press = async (target: Locator) => {
      presses += 1;
      await sleep(pressMs);
      await target.click();
    };
    const write = async (target: Locator, text: string) => {
      fields += 1;
      await sleep(thinkMs + pressMs);
      await target.click();
      await page.keyboard.type(text, { delay: keyMs });
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const email = 'mara@sailing.example';
    const writePassword = () => write(page.getByLabel('Password'), 'a good long one 7');

    await seen('Create your account');
    await write(field('Your name'), 'Mara Lindqvist');
    await write(field('Organization'), 'Lindqvist Sailing School');
    await write(field('Email'), email);
    await writePassword();
    await press(button('Create account'));
    left('create the account');
    await seen('Check your inbox');
    const readLink = () => /"link":"([^"]+)"/.exec(started.output())?.[1];
    await waitForCondition('the mail', () => readLink() !== undefined);
    // In the program's output in another window.
    await sleep(lookMs + pressMs);
    presses += 1;
    await page.goto(readLink() ?? '');
    left('find the link');
    await seen('Confirm your email');
    await writePassword();
    await press(button('Confirm'));
    left('confirm the address');
    await seen('Overview');
    await press(link('Register an issuer'));
    left('overview');
    await seen('New issuer');
    await write(field('Name'), 'Lindqvist Sailing School');
    await write(field('Website'), 'sailing.example');
    await write(field('Email'), email);
    await press(button('Create issuer'));
    left('register the issuer');
    await seen('Lindqvist Sailing School');
    await press(link('Create a badge'));
    left('the issuer');
    await seen('New badge');
    await write(field('Name'), 'First sail');
    await press(button('Use a template'));
    await page.getByRole('img', { name: 'Selected picture' }).waitFor();
    await write(field('Description'), 'Sails a dinghy alone in light wind.');
    await write(field('Criteria'), 'Sailed a triangle and righted a boat.');
    await press(button('Create badge'));
    left('create the badge');
    await seen('First sail');
    await press(link('Issue'));
    left('the badge');
    await seen('Issue a credential');
    await write(field("Recipient's name"), 'Ada Lovelace');
    await write(field("Recipient's email"), 'ada@lovelace.example');
    await press(button('Issue'));
    await page.getByRole('heading', { name: 'Ada Lovelace has a new credential' }).waitFor();
    left('issue the credential');
    const issued = performance.now();

    await press(page.getByRole('link', { name: 'Imports', exact: true }));
    await seen('Imports');
    await press(link('New import'));
    left('class: find the import');
    await seen('Choose file');
    presses += 1;
    // Choosing the file in the dialog of the browser.
    await sleep(pressMs + lookMs);
    await page
      .getByLabel('File with recipients')
      .setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(classList) });
    left('class: choose the file');
    await seen('Match columns');
    await press(page.getByRole('button', { name: /^Use today, .*, for all rows$/ }));
    await press(button('Continue'));
    left('class: match columns');
    await seen('Check rows');
    await page.getByText('1 error', { exact: true }).waitFor();
    await press(page.getByRole('checkbox', { name: 'Only errors' }));
    await write(page.getByRole('textbox', { name: 'Email, row 34' }), '.example');
    await press(button('Continue'));
    left('class: check rows');
    await seen('Issue');
    await press(page.getByRole('radio', { name: 'Email them now', exact: true }));
    await press(button('Issue and email 39'));
    await page.getByText('Completed').waitFor();
    left('class: issue and email');

    const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
    console.table(rows);
    const [load = 0] = loadavg();
    console.log(
      `started in ${seconds(startedAt, ready)} s, then ${seconds(first, issued)} s to the first credential and ${seconds(issued, performance.now())} s to those of a class; load ${load.toFixed(1)}; pictures in ${pictures}`,
    );
  } finally {
    await browser.close();
    started.child.kill('SIGTERM');
    await started.ended;
    await directory.remove();
  }
});
