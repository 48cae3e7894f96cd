import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Download, Page } from 'playwright-core';
import { ZipFile } from 'yazl';
import { assertOk } from './support/client.ts';
import {
  findHeading,
  findObstaclesEverywhere,
  openDashboard,
  tabTo,
  waitForFocus,
} from './support/dashboard.ts';
import { foreignDid, signForeignJwt } from './support/foreign-credential.ts';
import { measureLongestTask } from './support/longest-task.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { csvHeaders } from './support/samples.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const step = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true });
const cell = (page: Page, field: string, row: number) =>
  page.getByRole('textbox', { name: `${field}, row ${row}`, exact: true });
const createFile = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const choose = (page: Page, name: string, content: string | Uint8Array) =>
  page.getByLabel('File with recipients').setInputFiles(createFile(name, content));
const toRows = async (page: Page, name: string, content: string | Uint8Array) => {
  await choose(page, name, content);
  await step(page, 'Match columns').waitFor();
  await button(page, 'Continue').click();
  await step(page, 'Check rows').waitFor();
};

const answer = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();
const issueAll = async (page: Page) => {
  await answer(page, "Don't email yet");
  await page.getByRole('button', { name: /^Issue [\d,]+$/ }).click();
};

const readContent = async (file: Download): Promise<string> =>
  Buffer.concat(await Array.fromAsync(await file.createReadStream())).toString();

async function withBadge(plan?: 'pro'): Promise<{ owner: Owner; badgeId: string }> {
  const owner = await createOwner(instance, plan);
  return { owner, badgeId: await createBadge(owner, await createIssuer(owner)) };
}
const issued = async (
  owner: Owner,
): Promise<{ id: string; recipient: { name: string; email: string } }[]> =>
  (await owner.insignia.credentials.list()).awards;

test('a file becomes credentials: columns are guessed, errors are corrected in place, duplicates are skipped', async () => {
  const { owner, badgeId } = await withBadge();
  await issueAward(owner, badgeId, {
    recipient: { name: 'Grace Hopper', email: 'grace@example.org' },
  });
  const { page, complaints } = await openDashboard(browser, instance, owner);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await findHeading(page, 'Imports').waitFor();
  await page.getByRole('link', { name: 'New import' }).click();
  await step(page, 'Choose file').waitFor();
  const list = [
    'Wer;Kontakt;Ausgestellt',
    'Ada Lovelace;ada@example.org;3.4.2026',
    'Charles Babbage;charles@example;31.4.2026',
    'Abc;alan@example.org;13.4.2026',
    'Grace Hopper;Grace@Example.org;1.4.2026',
    'Ada Lovelace;ADA@example.org;2.4.2026',
  ];
  await choose(page, 'class.csv', Buffer.from(list.join('\r\n'), 'latin1'));
  await step(page, 'Match columns').waitFor();
  await page.getByText('class.csv: 5 rows.').waitFor();
  await page.getByText('columns separated by semicolons').waitFor();
  assert.equal(await page.getByText('Matched by content').count(), 3);
  await page.getByText('3.4.2026 → Apr 3, 2026').waitFor();
  await page.getByText('31.4.2026 → no date').waitFor();
  await button(page, 'Continue').click();

  await step(page, 'Check rows').waitFor();
  await page.getByText('3 errors', { exact: true }).waitFor();
  await page.getByText('1 duplicate in the list').waitFor();
  await page.getByText('1 already has this badge').waitFor();
  await page.getByRole('row').getByText('Already has this badge').waitFor();
  assert.equal(await cell(page, 'Issued on', 2).inputValue(), '2026-04-03');
  assert.equal(await cell(page, 'Email', 3).getAttribute('aria-invalid'), 'true');
  await page.getByRole('checkbox', { name: 'Only errors' }).check();
  await cell(page, 'Name', 2).waitFor({ state: 'detached' });
  await page.getByText('Email: Enter a valid email address').waitFor();
  await cell(page, 'Email', 3).fill('charles@example.org');
  await cell(page, 'Issued on', 3).fill('30.4.26');
  await cell(page, 'Name', 4).fill('Alan Turing');
  await cell(page, 'Name', 3).focus();
  await page.getByText('No errors', { exact: true }).waitFor();
  await waitForCondition(
    'the day is written as days are',
    async () => (await cell(page, 'Issued on', 3).inputValue()) === '2026-04-30',
  );
  await button(page, 'Continue').click();

  await step(page, 'Issue').waitFor();
  await page.getByText('3 credentials will be issued.').waitFor();
  await page.getByText('2 rows are skipped.').waitFor();
  const left = page.getByRole('list', { name: 'Skipped' }).getByRole('listitem');
  await left.filter({ hasText: 'Grace Hopper' }).getByText('already has this badge').waitFor();
  await left
    .filter({ hasText: 'Ada Lovelace' })
    .getByText('row 6 is a duplicate of row 2')
    .waitFor();
  await page.getByText(/^\d+ of \d+$/).waitFor();
  await answer(page, "Don't email yet");
  await button(page, 'Issue 3').dblclick();
  await page.getByText('Completed').waitFor();
  await page.getByText('5 of 5', { exact: true }).waitFor();
  const tray = page.getByRole('region', { name: 'Jobs' });
  await tray.getByText('5 of 5, 2 skipped or failed', { exact: true }).waitFor();
  const skippedRows = page.getByRole('table', { name: 'Skipped' }).getByRole('row');
  await skippedRows
    .filter({ hasText: 'Already has this badge' })
    .getByText('5', { exact: true })
    .waitFor();
  await skippedRows
    .filter({ hasText: 'Duplicate of row 2' })
    .getByText('6', { exact: true })
    .waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Skipped rows as CSV').click(),
  ]);
  assert.match(
    await readContent(file),
    /^\ufeff?row,name,reason\r?\n5,,already has this badge\r?\n6,,duplicate of row 2/,
  );
  const names = (await issued(owner)).map(({ recipient }) => recipient.name).sort();
  assert.deepEqual(names, ['Ada Lovelace', 'Alan Turing', 'Charles Babbage', 'Grace Hopper']);
  await page.getByRole('link', { name: 'View credentials of this badge' }).click();
  await page.getByRole('link', { name: 'Alan Turing' }).waitFor();
  // Column matches are remembered.
  await page.goto(`${instance.url}/app/${owner.accountId}/imports/new`);
  await choose(page, 'class.csv', list.slice(0, 2).join('\n'));
  await page.getByText('Matched as last time').first().waitFor();
  assert.equal(await page.getByText('Matched as last time').count(), 3);
  assert.deepEqual(complaints, []);
});

test('pasted cells are filled down, checked and issued with the keyboard alone', async () => {
  const { owner } = await withBadge();
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/new');
  await tabTo(page, 'textbox', 'Or paste cells');
  await page.keyboard.insertText(
    'Name\tE-mail\nAda Lovelace\tada@example.org\nAlan Turing\talan@example.org\nGrace Hopper\tgrace@example.org',
  );
  await tabTo(page, 'button', 'Use pasted cells');
  await page.keyboard.press('Enter');
  await step(page, 'Match columns').waitFor();
  await page.getByText('Still to match: Issued on. If no column contains the date').waitFor();
  assert.equal(await button(page, 'Continue').isDisabled(), true);
  await tabTo(page, 'combobox', 'Issued on');
  await page.keyboard.press('Enter');
  const option = page.getByRole('option', { name: 'Same for all rows' });
  await option.waitFor();
  // The highlighted option is known shortly after the list opens.
  await waitForCondition('the option is marked', async () => {
    if ((await option.getAttribute('data-combobox-selected')) === 'true') return true;
    await page.keyboard.press('ArrowDown');
    return (await option.getAttribute('data-combobox-selected')) === 'true';
  });
  await page.keyboard.press('Enter');
  await page.getByLabel('Issued on, same for all rows').waitFor();
  await tabTo(page, 'button', 'Continue');
  await page.keyboard.press('Enter');
  await step(page, 'Check rows').waitFor();
  await cell(page, 'Expires', 2).waitFor();
  await tabTo(page, 'textbox', 'Expires, row 2');
  await page.keyboard.type('2040-12-31');
  await page.keyboard.press('Control+d');
  await waitForCondition(
    'filled',
    async () => (await cell(page, 'Expires', 4).inputValue()) === '2040-12-31',
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitForFocus(cell(page, 'Expires', 4));
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  assert.equal(await cell(page, 'Expires', 4).inputValue(), '2040-12-31');
  await tabTo(page, 'button', 'Continue');
  await page.keyboard.press('Enter');
  await step(page, 'Issue').waitFor();
  await tabTo(page, 'radio', 'Email them now');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'button', 'Issue 3');
  await page.keyboard.press('Enter');
  await page.getByText('Completed').waitFor();
  assert.equal((await issued(owner)).length, 3);
  assert.deepEqual(complaints, []);
});

const createSheet = (
  rows: readonly (readonly (string | number | undefined)[])[],
  merged: readonly string[] = [],
) =>
  `<worksheet><sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells
          .map((value, at) => {
            const place = `${'ABCDEFG'[at]}${row + 1}`;
            if (value === undefined) return `<c r="${place}" s="0"/>`;
            return typeof value === 'number'
              ? `<c r="${place}" s="1"><v>${value}</v></c>`
              : `<c r="${place}" t="str"><f>T("${value}")</f><v>${value}</v></c>`;
          })
          .join('')}</row>`,
    )
    .join('')}</sheetData>${
    merged.length > 0
      ? `<mergeCells>${merged.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`
      : ''
  }</worksheet>`;
/** A workbook with formulas and dates, as spreadsheets write them. */
async function workbook(sheets: Readonly<Record<string, string>>): Promise<Buffer> {
  const names = Object.keys(sheets);
  const main = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${main}/${type}" Target="${target}"/>`;
  const list = (make: (name: string, at: number) => string): string => names.map(make).join('');
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="${main}"><sheets>${list(
      (name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${list((_, at) =>
      related(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`),
    )}${related('st', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    ...Object.fromEntries(
      Object.values(sheets).map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml]),
    ),
  };
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}

/** A workbook whose sheet claims a large unpacked size. */
function claiming(bytes: Buffer, size: number): Buffer {
  const claim = Buffer.from(bytes);
  const directory = claim.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46;
  assert.equal(claim.readUInt32LE(directory), 0x02014b50);
  claim.writeUInt32LE(size, directory + 24);
  return claim;
}

test('a workbook import reads formula results and dates, and lets the user choose a sheet', async () => {
  const { owner } = await withBadge();
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/new');
  const sheets = {
    Class: createSheet([
      ['Name', 'E-mail', 'Issue date'],
      ['Ada Lovelace', 'ada@example.org', 46_082],
      ['Alan Turing', 'alan@example.org', 46_083],
    ]),
    Other: createSheet([
      ['Name', 'E-mail', 'Issue date'],
      ['Grace Hopper', 'grace@example.org', 46_084],
    ]),
  };
  await choose(page, 'class.xlsx', await workbook(sheets));
  await page.getByText('Read as a workbook').waitFor();
  await page.getByRole('combobox', { name: 'Sheet' }).click();
  await page.getByRole('option', { name: 'Other, 2 rows' }).click();
  await page.getByText('class.xlsx: 1 row.').waitFor();
  await button(page, 'Continue').click();
  await cell(page, 'Name', 2).waitFor();
  assert.equal(await cell(page, 'Name', 2).inputValue(), 'Grace Hopper');
  assert.equal(await cell(page, 'Issued on', 2).inputValue(), '2026-03-03');
  assert.deepEqual(complaints, []);
});

test('a list without dates is issued today for all rows with one press, and the date can be changed', async () => {
  const { owner } = await withBadge();
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/new');
  await choose(
    page,
    'class.csv',
    'Name;E-mail\nAda Lovelace;ada@example.org\nAlan Turing;alan@example.org',
  );
  await step(page, 'Match columns').waitFor();
  assert.equal(await button(page, 'Continue').isDisabled(), true);
  assert.deepEqual(await findObstaclesEverywhere(page, 'a list without dates'), []);
  await page.getByRole('button', { name: /^Use today, .*, for all rows$/ }).click();
  const date = page.getByLabel('Issued on, same for all rows');
  await date.waitFor();
  await waitForCondition('it has the focus', () =>
    date.evaluate((input) => input === document.activeElement),
  );
  const today = await date.inputValue();
  assert.match(today, /^\d{4}-\d\d-\d\d$/);
  await button(page, 'Continue').click();
  for (const row of [2, 3]) {
    await cell(page, 'Issued on', row).waitFor();
    assert.equal(await cell(page, 'Issued on', row).inputValue(), today);
  }
  assert.deepEqual(complaints, []);
});

test('a finished dry run is shown as complete', async () => {
  const { owner, badgeId } = await withBadge();
  const file = 'name,email,issuedOn\nAda Lovelace,ada@example.org,2026-03-01\n';
  const { importId } = await owner.insignia.imports.create({ badgeId, file, dryRun: true });
  const { page } = await openDashboard(browser, instance, owner, `/imports/${importId}`);
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByText('1 of 1, dry run').waitFor();
});

test('a title above the header and merged cells are read, and another sheet or header row can be chosen', async () => {
  const { owner } = await withBadge();
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/new');
  const none = undefined;
  const sheets = {
    Notes: createSheet(Array.from({ length: 12 }, (_, at) => [`Note ${at}`])),
    Class: createSheet(
      [
        ['Class 4b', none, none, none, none],
        ['Spring term', none, none, none, none],
        ['Name', none, none, 'E-mail', 'Issue date'],
        ['Ada', none, 'Lovelace', 'ada@example.org', 46_082],
        ['Ludwig', 'van', 'Beethoven', 'ludwig@example.org', none],
        ['Kurt', none, 'Gödel', 'ADA@example.org', none],
      ],
      ['A1:E1', 'A2:E2', 'A3:C3', 'E4:E6'],
    ),
  };
  await choose(page, 'class.xlsx', await workbook(sheets));
  const header = page.getByRole('combobox', { name: 'The header is in row' });
  const sheet = page.getByRole('combobox', { name: 'Sheet', exact: true });
  await page.getByText('class.xlsx: 3 rows.').waitFor();
  assert.equal(await sheet.inputValue(), 'Class, 6 rows');
  assert.equal(await header.inputValue(), '3: Name, E-mail, Issue date');
  await page
    .getByText('The 2 rows above the list aren’t imported: Class 4b · Spring term')
    .waitFor();
  await page.getByText('Contains Ada · Ludwig · Kurt').waitFor();
  await page.getByText('Contains van', { exact: true }).waitFor();
  const take = async (field: typeof header, name: string) => {
    await field.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await take(header, 'No header');
  await page.getByText('class.xlsx: 4 rows.').waitFor();
  await take(sheet, 'Notes, 12 rows');
  await page.getByText('class.xlsx: 11 rows.').waitFor();
  await take(header, '5: Note 4');
  await page.getByText('class.xlsx: 7 rows.').waitFor();
  // An unfinished list keeps its sheet and header row.
  await page.reload();
  await page.getByText('class.xlsx: 7 rows.').waitFor();
  assert.equal(await sheet.inputValue(), 'Notes, 12 rows');
  assert.equal(await header.inputValue(), '5: Note 4');
  await take(sheet, 'Class, 6 rows');
  await page.getByText('class.xlsx: 3 rows.').waitFor();
  await button(page, 'Continue').click();
  assert.equal(await cell(page, 'Name', 4).inputValue(), 'Ada Lovelace');
  assert.equal(await cell(page, 'Name', 5).inputValue(), 'Ludwig van Beethoven');
  for (const row of [4, 5, 6])
    assert.equal(await cell(page, 'Issued on', row).inputValue(), '2026-03-01');
  await page.getByText('Duplicate of row 4', { exact: false }).waitFor();
  assert.deepEqual(complaints, []);
});

test('failed rows show their names and the row numbers of the file, and finished jobs leave the tray', async () => {
  const { owner } = await withBadge();
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/new');
  const list = [
    'Class 4b, spring term',
    '',
    'First name,Middle name,Last name,E-mail,Date',
    'Ada,,Lovelace,ada@example.org,2026-03-01',
    '',
    'Alan,Mathison,Turing,alan,2026-03-01',
    'Grace,,Hopper,grace@example.org,2026-03-01',
    'Charles,,Babbage,charles,2026-03-01',
  ];
  await toRows(page, 'class.csv', list.join('\n'));
  await button(page, 'Remove row 7').click();
  await page.getByText('3 rows', { exact: true }).waitFor();
  await button(page, 'Continue').click();
  await issueAll(page);
  await page.getByText('Completed').waitFor();
  const failed = page.getByRole('table', { name: 'Failed rows' });
  assert.deepEqual(
    (await failed.getByRole('row').allInnerTexts()).slice(1).map((text) => text.split(/\s*\t\s*/)),
    [
      ['6', 'Alan Mathison Turing'],
      ['8', 'Charles Babbage'],
    ].map((cells) => [
      ...cells,
      'Email: Enter a valid email address, for example ada@example.org.',
    ]),
  );
  const tray = page.getByRole('region', { name: 'Jobs' });
  await tray.getByText('3 of 3, 2 skipped or failed').waitFor();
  await tray.getByRole('progressbar').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'All imports' }).click();
  await page.getByRole('link', { name: 'New import' }).click();
  await toRows(page, 'one.csv', 'name,email,issuedOn\nGrace Hopper,grace@example.org,2026-03-01\n');
  await button(page, 'Continue').click();
  await issueAll(page);
  await page.getByText('Completed').waitFor();
  // Only the job without failures leaves by itself.
  await tray.getByText('1 of 1', { exact: true }).waitFor();
  await tray.getByText('1 of 1', { exact: true }).waitFor({ state: 'detached' });
  await tray.getByText('3 of 3, 2 skipped or failed').waitFor();
  assert.deepEqual(complaints, []);
});

test('an unreadable file shows an error with the next step, and another file can be chosen at once', async () => {
  const { owner } = await withBadge();
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/new');
  const row = 'Ada Lovelace,ada@example.org,2026-01-01\n';
  const bad: [name: string, content: string | Uint8Array, words: string][] = [
    ['empty.csv', '', 'This file is empty'],
    ['header.csv', 'name,email,issuedOn\n', 'but no recipients'],
    [
      'picture.csv',
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0),
      'This file isn’t a table',
    ],
    ['nul.csv', `name,email\nA\u0000da,x\n`, 'This file isn’t a table'],
    ['large.csv', new Uint8Array(21 * 1024 * 1024), 'larger than 20 MiB'],
    ['quote.csv', `name,email\n"Ada,x\n${row}`, 'quotation mark in row 2 is never closed'],
    ['wide.csv', 'a,'.repeat(1_000_000), 'Row 1 is too long'],
    ['columns.csv', `${'a,'.repeat(300)}\n`, '301 columns'],
    ['rows.csv', `name,email,date\n${row.repeat(10_001)}`, 'more than 10,000 rows'],
    ['old.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'an old format or a password'],
    ['bad.xlsx', 'PK\u0003\u0004 nothing more', 'can’t be read'],
    [
      'far.xlsx',
      await workbook({
        A: '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
      }),
      'A cell far away',
    ],
    [
      'bomb.xlsx',
      claiming(await workbook({ A: createSheet([]) }), 140 * 1024 * 1024),
      'too large when unpacked',
    ],
  ];
  for (const [name, content, words] of bad) {
    await choose(page, name, content);
    await page.getByRole('alert').getByText(words).waitFor();
  }
  const columns = Array.from({ length: 60 }, (_, at) => (at === 0 ? 'email' : `x${at}`)).join(',');
  await choose(
    page,
    'many.csv',
    `${columns},email,Name,date\n=1+1${','.repeat(60)},<b>A</b> & Ödön,2026-01-01\r${row}`,
  );
  await page.getByText('More than one column is named email').waitFor();
  assert.deepEqual(complaints, []);
});

const many = (n: number) =>
  `name,email,issuedOn\n${Array.from({ length: n }, (_, at) => `Person Number ${at},${at % 1_000 === 7 ? 'nobody' : `person-${at}@example.org`},2026-03-01`).join('\n')}\n`;

test('of 10,000 rows only the visible ones are drawn; they survive a reload, and are issued', async (t) => {
  const { owner } = await withBadge('pro');
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/new');
  const longest = await measureLongestTask(browser, page, async () => {
    await toRows(page, 'many.csv', many(10_000));
    await page.getByText('10 errors', { exact: true }).waitFor();
    const frame = page.getByRole('table', { name: 'Recipients' }).locator('..');
    const drawn = await page.getByRole('table', { name: 'Recipients' }).getByRole('row').count();
    assert.ok(drawn < 80, `${drawn} rows are drawn`);
    for (const part of [0.3, 0.7]) {
      await frame.evaluate((element, by) => element.scrollTo(0, element.scrollHeight * by), part);
      await page
        .getByRole('textbox', { name: /^Name, row/ })
        .first()
        .waitFor();
    }
    // Heights are known once rows were rendered: the end moves while scrolling.
    await waitForCondition('the last row', async () => {
      await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return (await cell(page, 'Name', 10_001).count()) === 1;
    });
    // Typing must not go into another row.
    await cell(page, 'Name', 10_001).focus();
    await frame.evaluate((element) => element.scrollTo(0, 0));
    await waitForFocus(frame);
    await waitForCondition('the last row once more', async () => {
      await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return (await cell(page, 'Name', 10_001).count()) === 1;
    });
    await cell(page, 'Name', 10_001).fill('Last Of All');
    await cell(page, 'Email', 10_001).focus();
    await button(page, 'Undo').click();
    await waitForCondition('undone', async () =>
      (await cell(page, 'Name', 10_001).inputValue()).startsWith('Person'),
    );
    await cell(page, 'Name', 10_001).fill('Last Of All');
    await cell(page, 'Email', 10_001).focus();
    await page.getByRole('checkbox', { name: 'Only errors' }).check();
    await cell(page, 'Email', 9).waitFor();
    await cell(page, 'Email', 9).fill('corrected@example.org');
    await cell(page, 'Name', 9).focus();
    await page.getByText('9 errors', { exact: true }).waitFor();
  });
  t.diagnostic(`longest task: ${longest.toFixed(0)} ms`);

  await page.reload();
  await page.getByText('9 errors', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Only errors' }).check();
  await button(page, 'Remove rows with errors').click();
  await page.getByText('No errors', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Only errors' }).uncheck();
  await page.getByText('9,991 rows', { exact: true }).waitFor();
  await button(page, 'Continue').click();
  await page.getByText('9,991 credentials will be issued.').waitFor();
  await issueAll(page);
  await page.getByText('Completed', { exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});

test('an import can be paused, opened from the overview, resumed and cancelled', async () => {
  const { owner, badgeId } = await withBadge();
  const csv = 'name,email,issuedOn\nAda Lovelace,ada@example.org,2026-01-01\n';
  const answer = await owner.api('POST', `/awards/imports?badgeId=${badgeId}`, csv, csvHeaders);
  const { importId } = assertOk(answer, 202).body.info;
  const isIn = (status: string) =>
    waitForCondition(
      status,
      async () => (await owner.insignia.imports.get({ importId })).status === status,
    );
  // Workers finish before a button can be clicked, so none runs here.
  const wait = async () => {
    await isIn('completed');
    await sql`update imports set status = 'queued', finished_at = null where id = ${importId}`.execute(
      instance.db,
    );
  };
  await wait();
  const { page, complaints } = await openDashboard(browser, instance, owner);
  const going = page.locator('section').filter({ hasText: 'In progress' });
  await going.getByText('1 of 1 row').waitFor();
  await going.getByRole('link', { name: 'Import: ' }).click();
  await page.getByText('Queued', { exact: true }).waitFor();
  await button(page, 'Pause').click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await going.getByText('Paused after 1 of 1 row').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'an import that is paused'), []);
  await going.getByRole('link', { name: 'Import: ' }).click();
  await button(page, 'Resume').click();
  await page.getByText('Completed', { exact: true }).waitFor();
  assert.equal(await button(page, 'Cancel').count(), 0);
  await wait();
  await page.reload();
  await button(page, 'Cancel').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click();
  await page.getByText('Canceled', { exact: true }).waitFor();
  await isIn('cancelled');
  assert.deepEqual(complaints, []);
});

test('details in an import are checked and editable, and an export of several badges imports unchanged', async () => {
  const { owner, badgeId: other } = await withBadge();
  const attributes = [
    { name: 'Grade', type: 'number' as const },
    { name: 'Name', type: 'text' as const },
  ];
  const badgeId = await createBadge(owner, await createIssuer(owner), { attributes });
  const { page, complaints } = await openDashboard(
    browser,
    instance,
    owner,
    `/imports/new?badge=${badgeId}`,
  );
  const csv = [
    'name;email;issuedOn;Grade;attribute:Name;How it was earned;Portfolio',
    'Ada Lovelace;ada@example.org;2026-01-01;1,3;Astarte;;https://a.example/1',
    '"Alan Turing";alan@example.org;2026-01-01;good;Vega;"- one\n- two";a book',
  ];
  await choose(page, 'more.csv', csv.join('\n'));
  await step(page, 'Match columns').waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Grade' }).inputValue(), 'Grade');
  assert.equal(await page.getByRole('combobox', { name: 'Evidence' }).inputValue(), 'Portfolio');
  const done = page.getByRole('combobox', { name: 'How it was earned' });
  assert.equal(await done.inputValue(), 'How it was earned');
  assert.deepEqual(await findObstaclesEverywhere(page, 'matching what else is said'), []);
  await button(page, 'Continue').click();
  await page.getByText('2 errors', { exact: true }).waitFor();
  await page.getByText('Grade: Enter a number, for example 1.3.').waitFor();
  assert.equal(await cell(page, 'Grade', 2).inputValue(), '1.3');
  await cell(page, 'Grade', 3).fill('2,7');
  await cell(page, 'Evidence', 3).fill('https://a.example/2\nhttps://a.example/3');
  await cell(page, 'How it was earned', 3).focus();
  await page.getByText('No errors', { exact: true }).waitFor();
  assert.equal(await cell(page, 'How it was earned', 3).inputValue(), '- one\n- two');
  assert.deepEqual(await findObstaclesEverywhere(page, 'checking what else is said'), []);
  await button(page, 'Continue').click();
  await issueAll(page);
  await page.getByText('Completed').waitFor();
  const credentials = await Promise.all(
    (await issued(owner)).map(({ id }) => owner.insignia.credentials.get({ awardId: id })),
  );
  assert.deepEqual(
    credentials.map(({ narrative, evidence, attributes: values }) => [
      ...[narrative, evidence?.map(({ id }) => id), values],
    ]),
    [
      [
        ...['- one\n- two', ['https://a.example/2', 'https://a.example/3']],
        { Grade: '2.7', Name: 'Vega' },
      ],
      [undefined, ['https://a.example/1'], { Grade: '1.3', Name: 'Astarte' }],
    ],
  );
  await issueAward(owner, other, { recipient: { name: 'Grace Hopper', email: 'g@example.org' } });
  const file = assertOk(await owner.api('GET', '/awards/export.csv')).text;
  await page.goto(`${instance.url}/app/${owner.accountId}/imports/new?badge=${badgeId}`);
  await choose(page, 'export.csv', file);
  await page.getByText('1 row isn’t for').waitFor();
  await button(page, 'Continue').click();
  await page.getByText('2 rows', { exact: true }).waitFor();
  await page.getByText('2 already have this badge').waitFor();
  assert.deepEqual(complaints, []);
});

test('the encoding of a file can be chosen when the guess is wrong', async () => {
  const { owner } = await withBadge();
  const { page } = await openDashboard(browser, instance, owner, '/imports/new');
  // Windows-1252 text that is also valid UTF-8.
  const csv = 'name,email,issuedOn\nJosÃ© Ramón,jose@example.org,2026-01-01\n'.replace('ó', 'Ã³');
  await choose(page, 'class.csv', Buffer.from(csv, 'latin1'));
  await page.getByText('José Ramón').waitFor();
  const encoding = page.getByRole('combobox', { name: 'Text encoding' });
  assert.equal(await encoding.inputValue(), 'UTF-8');
  const take = async (name: string) => {
    await encoding.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await take('Windows-1252');
  await page.getByText('JosÃ© RamÃ³n').waitFor();
  // As UTF-16, no row would remain, so the earlier reading stays.
  await take('UTF-16');
  await page.getByText('but no recipients').waitFor();
  assert.equal(await encoding.inputValue(), 'Windows-1252');
  await page.reload();
  await take('UTF-8');
  await page.getByText('José Ramón').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'a file whose encoding is chosen'), []);
});

test('rows with errors can be downloaded as a file, and a viewer sees imports but cannot start one', async () => {
  const { owner } = await withBadge();
  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const { page } = await openDashboard(browser, instance, owner, '/imports/new');
  await toRows(
    page,
    'two.csv',
    'name,email,issuedOn\n"Ada\nLovelace",ada@example.org,2026-01-01\n=Alan Turing,alan,2026-01-01\n',
  );
  await page.getByText('1 error', { exact: true }).waitFor();
  assert.equal(await cell(page, 'Name', 2).inputValue(), 'Ada Lovelace');
  // The row filter is in the URL. Invalid values are ignored.
  await page.getByRole('checkbox', { name: 'Only errors' }).check();
  await page.waitForURL(/only=faults/);
  await page.reload();
  await page.getByRole('checkbox', { name: 'Only errors', checked: true }).waitFor();
  await cell(page, 'Name', 3).waitFor();
  assert.equal(await cell(page, 'Name', 2).count(), 0);
  await page.goto(page.url().replace('only=faults', 'only=nonsense'));
  await cell(page, 'Name', 2).waitFor();
  await button(page, 'Continue').click();
  await page.getByText('1 row has errors and isn’t issued').waitFor();
  await issueAll(page);
  await page.getByText('Completed').waitFor();
  await page
    .getByRole('row')
    .getByText('Enter a valid email address, for example ada@example.org.')
    .waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Failed rows as CSV').click(),
  ]);
  const text = await readContent(file);
  assert.match(text, /^\ufeff?name,email,issuedOn,expires,error\n'=Alan Turing,alan,/);
  // The log shows how it ended, with a link.
  await page.goto(`${instance.url}/app/${owner.accountId}/audit`);
  const entry = page.getByRole('listitem').filter({ hasText: 'started an import of 2 rows' });
  await entry.getByText('1 failed', { exact: true }).waitFor();
  await entry.getByRole('link', { name: 'an import', exact: true }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  // The same file can be imported again, with disarmed formulas restored.
  await page.goto(`${instance.url}/app/${owner.accountId}/imports/new`);
  await toRows(page, 'failed.csv', text);
  await cell(page, 'Name', 2).waitFor();
  assert.equal(await cell(page, 'Name', 2).inputValue(), '=Alan Turing');

  const { page: theirs } = await openDashboard(
    browser,
    instance,
    { cookie: viewer.cookie, accountId: owner.accountId },
    '/imports',
  );
  await theirs.getByRole('table').getByRole('link').click();
  await theirs.getByText('Completed').waitFor();
  assert.equal(await theirs.getByRole('link', { name: 'New import' }).count(), 0);
});

test('leaving a list requires confirmation, and an unissued list can be continued later', async () => {
  const { owner } = await withBadge();
  const { page } = await openDashboard(browser, instance, owner, '/imports/new');
  await toRows(page, 'one.csv', many(3));
  await page.getByRole('link', { name: 'Badges' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await step(page, 'Match columns').waitFor();
  await page.goForward();
  await step(page, 'Check rows').waitFor();
  await page.goto(`${instance.url}/app/${owner.accountId}/imports/new`);
  await toRows(page, 'other.csv', many(2));
  // From the list of imports, and from a new one.
  await page.goto(`${instance.url}/app/${owner.accountId}/imports`);
  const unfinished = page.getByRole('region', { name: 'Unfinished imports' });
  await unfinished.getByRole('link', { name: /Continue “other.csv”/ }).click();
  await page.getByText('other.csv: 2 rows.').waitFor();
  await page.goto(`${instance.url}/app/${owner.accountId}/imports/new`);
  await page.getByRole('button', { name: /Continue “one.csv”/ }).click();
  await step(page, 'Match columns').waitFor();
  await page.getByRole('link', { name: 'Badges' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await findHeading(page, 'Badges').waitFor();
  const savedImport = page.getByRole('button', { name: /Continue/ });
  await waitForCondition('only the list that was left is gone', async () => {
    await page.getByRole('link', { name: 'Imports', exact: true }).click();
    await page.getByRole('link', { name: 'New import' }).click();
    await page.getByRole('button', { name: /Continue “other.csv”/ }).waitFor();
    return (await savedImport.count()) === 1;
  });
});

test('import screens are accessible and fit, wide and narrow, in light and dark', async () => {
  const { owner, badgeId } = await withBadge();
  const { page } = await openDashboard(browser, instance, owner, '/imports');
  await page.getByText('No imports yet').waitFor();
  const found = await findObstaclesEverywhere(page, 'no imports');
  const [example] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download sample list').click(),
  ]);
  await page.getByRole('link', { name: 'New import' }).click();
  await step(page, 'Choose file').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'choosing')));
  // The example needs no corrections.
  await toRows(page, example.suggestedFilename(), await readContent(example));
  await page.getByText('No errors', { exact: true }).waitFor();
  assert.equal(await cell(page, 'Name', 3).inputValue(), 'Alan Turing');
  await page.goto(`${instance.url}/app/${owner.accountId}/imports/new`);
  await choose(
    page,
    'list.csv',
    `Class 4b\n\nName,E-mail,Date\nAda ${'Lovelace'.repeat(12)},ada@example.org,1/2/2026\nBo,bo,31/31/2026\n`,
  );
  await step(page, 'Match columns').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'matching')));
  await button(page, 'Continue').click();
  await page.getByText('3 errors', { exact: true }).waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'checking')));
  await button(page, 'Continue').click();
  await step(page, 'Issue').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'issuing')));
  const csv = 'name,email,issuedOn\nAda Lovelace,ada@example.org,2026-01-01\nBo,bo,x\n';
  assertOk(await owner.api('POST', `/awards/imports?badgeId=${badgeId}`, csv, csvHeaders), 202);
  await page.goto(`${instance.url}/app/${owner.accountId}/imports`);
  await page.getByText('Completed').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'imports')));
  await page.getByRole('table').getByRole('link').click();
  await page.getByText('Failed rows').first().waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'an import')));
  assert.deepEqual(found, []);
});

test('an export of another service is checked, issued and undone', async () => {
  const owner = await createOwner(instance, 'pro');
  await createIssuer(owner);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports');
  await page.getByRole('link', { name: 'Move in' }).click();
  await findHeading(page, 'Move in').waitFor();
  await button(page, 'Check file').click();
  await page.getByRole('alert').getByText('Choose a file').waitFor();
  await page.getByRole('combobox', { name: 'Service' }).click();
  await page.getByRole('option', { name: 'Credly' }).click();
  const upload = (content: string) =>
    page.getByLabel('Export file').setInputFiles(createFile('credly.csv', content));
  await upload('Badge Name,Issue Date\nFirst Aid,04/13/24\n');
  await button(page, 'Check file').click();
  await page.getByText('This file has no column with the recipient’s name').waitFor();
  const header =
    'Badge Name,Issued to First Name,Issued to Last Name,Issued to Email,Issue Date,Badge URL\n';
  const old = 'https://badges.school.example/1';
  await upload(
    `${header}First Aid,Ada,Lovelace,ada@example.org,04/13/24,${old}\nFirst Aid,Alan,Turing,nowhere,04/13/24,\n`,
  );
  await button(page, 'Check file').click();
  await page.getByText('This was a check. Nothing has been created.').waitFor();
  await page.getByRole('cell', { name: 'Email: Enter a valid email address' }).waitFor();
  assert.deepEqual(await issued(owner), []);
  assert.deepEqual(await findObstaclesEverywhere(page, 'move in'), []);
  const redirects = button(page, 'Download redirects');
  assert.equal(await redirects.count(), 0, 'a check creates nothing');
  await button(page, 'Issue 1 credential').click();
  await page.getByRole('cell', { name: 'New, with a plain picture' }).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), redirects.click()]);
  assert.match(await readContent(file), /\nbadges\.school\.example,\/1,http.*\n$/);
  const explanation = page.getByText('To keep old URLs working, delete rows of hosts');
  const screen = explanation.getByRole('link', { name: 'Redirects' });
  assert.match((await screen.getAttribute('href')) ?? '', /\/imports\/redirects$/);
  assert.deepEqual(await findObstaclesEverywhere(page, 'a migration'), []);
  assert.equal((await issued(owner)).length, 1);
  await button(page, 'Undo').click();
  await button(page, 'Erase 1 credential').click();
  await page.getByText('Undone', { exact: true }).waitFor();
  assert.equal(await redirects.count(), 0);
  assert.deepEqual(await issued(owner), []);
  // The file without the columns was refused.
  assert.deepEqual(
    complaints.filter((each) => !each.includes('400 (Bad Request)')),
    [],
  );
});

test('badges of another issuer are checked and offered, and their migration is paused, resumed and canceled', async () => {
  const owner = await createOwner(instance, 'pro');
  await createIssuer(owner);
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/move-in');
  const take = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await take('Service', 'Credly');
  await take('Credentials', 'Offer the original badges');
  await page.getByText('The file needs a column with the badges').waitFor();
  await take('Credentials', 'Issue new credentials');
  await take('Service', 'Open Badges 2.0');
  await page.getByText('A list of URLs, a badge (PNG, SVG or JSON)').waitFor();
  await take('Service', 'Open Badges 3.0');
  await take('Credentials', 'Offer the original badges');
  await page.getByText('Recipients see that this issuer offers the badges').waitFor();
  const email = 'holder@example.org';
  const identifier = { type: 'IdentityObject', hashed: false, identityType: 'emailAddress' };
  const zip = new ZipFile();
  const badge = await signForeignJwt(email, { identifier: { ...identifier, identityHash: email } });
  zip.addBuffer(Buffer.from(badge), 'one.jwt');
  zip.addBuffer(Buffer.from('{"type":"Something"}'), 'two.json');
  const list = `file,name,email\none.jwt,Holder Person,${email}\n`;
  zip.addBuffer(Buffer.from(list), 'recipients.csv');
  zip.end();
  const file = Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
  const upload = page.getByLabel('Export file');
  await upload.setInputFiles(createFile('broken.zip', file.subarray(0, -30)));
  await button(page, 'Check file').click();
  await page.getByRole('alert').getByText('This ZIP file can’t be read').waitFor();
  await upload.setInputFiles(createFile('badges.zip', file));
  await button(page, 'Check file').click();
  await page.getByText('This was a check. Nothing has been created.').waitFor();
  await page.getByText('Would be offered').waitFor();
  await page.getByRole('cell', { name: 'Remains another issuer’s' }).waitFor();
  const failed = page.getByRole('table', { name: 'Failed rows' }).getByRole('row');
  assert.equal(await failed.count(), 2);
  // The screen's own text, not the API's message.
  await failed.getByText('Ask its issuer for').waitFor();
  await button(page, 'Offer 1 badge').click();
  await page.getByText('Can be undone until').waitFor();

  const migrationId = new URL(page.url()).searchParams.get('migration');
  // As if rows were waiting, so that each press has time.
  const setStatus = (status: string) =>
    sql`update move_ins set status = ${status}, finished_at = null, total = 12 where id = ${migrationId}`.execute(
      instance.db,
    );
  await setStatus('running');
  await page.reload();
  await button(page, 'Pause').click();
  await page.getByText('Paused', { exact: true }).waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'a paused migration'), []);
  // A migration with missing rows would end as failed.
  await sql`update move_ins set total = 2 where id = ${migrationId}`.execute(instance.db);
  await button(page, 'Resume').click();
  await page.getByText('Completed', { exact: true }).waitFor();
  await setStatus('paused');
  await page.reload();
  await button(page, 'Cancel').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('10 rows won’t be offered. 1 badge stays offered').waitFor();
  await button(page, 'Cancel migration').click();
  await page.getByText('Canceled', { exact: true }).waitFor();
  await button(page, 'Undo').click();
  await button(page, 'Withdraw 1 offer').click();
  await page.getByText('Undone', { exact: true }).waitFor();

  // Issued again, the badges become the school's: somebody chooses whose.
  await page.getByRole('link', { name: 'Move in another file' }).click();
  await take('Service', 'Open Badges 3.0');
  await upload.setInputFiles(createFile('badges.zip', file));
  await button(page, 'Check file').click();
  await page.getByText('1 badge. No website vouches for this key.').waitFor();
  assert.ok(await button(page, 'Issue 0 credentials').isDisabled());
  assert.deepEqual(await findObstaclesEverywhere(page, 'signers'), []);
  await page.getByRole('checkbox', { name: foreignDid }).check();
  await button(page, 'Issue 1 credential').click();
  await page.getByText('Can be undone until').waitFor();
  assert.equal((await issued(owner)).length, 1);
  assert.deepEqual(
    complaints.filter((each) => !each.includes('400 (Bad Request)')),
    [],
  );
});

test('redirects of old URLs are uploaded, refused row by row, found, downloaded and replaced', async () => {
  const owner = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  await sql`insert into sso_domains (id, account_id, domain, written, token, created_at, verified_at, checked_at)
    values (gen_random_uuid(), ${owner.accountId}, 'school.example', 'school.example', 'token', now(), now(), now())`.execute(
    instance.db,
  );
  const { page, complaints } = await openDashboard(browser, instance, owner, '/imports/move-in');
  await page.getByRole('link', { name: 'Redirect old URLs' }).click();
  await findHeading(page, 'Redirects').waitFor();
  await page.getByText('No redirects yet').waitFor();
  await page.getByText(`a CNAME record to ${new URL(instance.url).host}`).waitFor();
  await tabTo(page, 'button', 'Upload redirects');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Choose a file').waitFor();
  const send = async (content: string) => {
    await page.getByLabel('File with redirects').setInputFiles({
      ...createFile('redirects.csv', content),
      mimeType: 'application/vnd.ms-excel',
    });
    await button(page, 'Upload redirects').click();
  };
  await send('old,new\na,b\n');
  await page.getByRole('alert').getByText('columns host, path and id').waitFor();
  const host = 'badges.school.example';
  await send(
    `host,path,id\n${host},/a,${badgeId}\nelsewhere.example,b c,nope\n${host},/a,${issuerId}\n`,
  );
  await page.getByText('Nothing has been changed.').waitFor();
  const errors = page.getByRole('table', { name: 'Rows with errors' }).getByRole('row');
  assert.deepEqual(
    (await errors.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
    [
      'Row Error',
      '3 path: Enter a path that starts with /, without spaces and #, at most 1000 characters.',
      '3 id: Enter the ID or URL of a credential, badge or issuer of this account.',
      '4 path: Row 2 has the same old URL with another ID. Delete one of the two rows.',
    ],
  );
  await send(`host,path,id\nelsewhere.example,/a,${badgeId}\n`);
  await page.getByText('host: Verify this domain, or one above it').waitFor();
  const found = await findObstaclesEverywhere(page, 'refused redirects');
  await send(
    `host,path,id\n${host},"/badge.php?b=1,2",${badgeId}\nold.school.example,/i,${issuerId}\n`,
  );
  await page.getByText('2 added, 0 changed, 0 removed. You now have 2 redirects.').waitFor();
  await page.getByRole('cell', { name: `${host}/badge.php?b=1,2` }).waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'redirects')));
  assert.deepEqual(found, []);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download redirects').click(),
  ]);
  assert.match(await readContent(file), new RegExp(`old.school.example,/i,.*${issuerId}\n$`));
  await page.getByRole('searchbox', { name: 'Search' }).fill('/BADGE.php');
  await page.waitForURL(/search=/);
  await page.getByRole('cell', { name: 'old.school.example/i' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: `Badge ${badgeId}` }).waitFor();

  await page.getByRole('combobox', { name: 'Redirects that the file doesn’t name' }).click();
  await page.getByRole('option', { name: 'Remove them' }).click();
  await send(`host,path,id\n${host},/new,${badgeId}\n`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You have 2 redirects.').waitFor();
  await dialog.getByRole('button', { name: 'Replace redirects' }).click();
  await page.getByText('1 added, 0 changed, 2 removed. You now have 1 redirect.').waitFor();
  const text = await (await owner.insignia.redirects.exportCsv()).text();
  assert.match(text, new RegExp(`^\ufeff?host,path,id\n${host},/new,`));

  // They arrive in several parts.
  await sql`insert into redirects (host, path, account_id, kind, target_id, created_at)
    select ${host}, '/many/' || n, ${owner.accountId}, 'badge', ${badgeId}, now() from generate_series(1, 5000) n`.execute(
    instance.db,
  );
  await page.reload();
  await page.getByRole('cell', { name: '5,001' }).waitFor();
  await button(page, 'Download redirects').waitFor();

  // A user who leaves while they are loading gets the others on return.
  await page.addInitScript(`
    const { fetch } = window;
    window.fetch = async (...call) => {
      const answer = await fetch(...call);
      if (!answer.url.endsWith('/redirects')) return answer;
      window.fetch = fetch;
      const part = new Uint8Array(await answer.arrayBuffer()).slice(0, 100_000);
      const { status, headers } = answer;
      return new Response(new ReadableStream({ start: (body) => body.enqueue(part) }), { status, headers });
    };
  `);
  await page.reload();
  await page.getByText('Loading more redirects…').waitFor();
  await page.getByRole('link', { name: 'All imports' }).click();
  await findHeading(page, 'Imports').waitFor();
  await page.goBack();
  await button(page, 'Download redirects').waitFor();

  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const { page: theirs } = await openDashboard(
    browser,
    instance,
    { cookie: viewer.cookie, accountId: owner.accountId },
    '/imports/redirects',
  );
  await theirs.getByRole('cell', { name: `${host}/many/1`, exact: true }).waitFor();
  assert.equal(await button(theirs, 'Upload redirects').count(), 0);
  assert.deepEqual(
    complaints.filter((each) => !each.includes('400 (Bad Request)')),
    [],
  );
});
