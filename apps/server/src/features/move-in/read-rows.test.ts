import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { createImportRowSchema } from '@insignia/contract';
import fc from 'fast-check';
import { ZipFile } from 'yazl';
import { readExportDate } from './export-formats.ts';
import {
  checkBadge,
  countMovedBadges,
  type FileShape,
  findDateOrder,
  findHeader,
  type MovedCredential,
  readMovedRow,
} from './read-rows.ts';
import { readZip, ZipError, type ZipFile as ZipFileContent } from './read-zip.ts';
import { decideUndo, type ExportSource, findUndoEnd } from './rules.ts';

const now = Date.parse('2026-11-27T00:00:00Z');
const schema = createImportRowSchema({ recipientNameMin: 5 });

/** Header and one row of each source, by the names that its documents give. */
const files: Record<ExportSource, [string[], string[]]> = {
  badgr: [
    [
      'Badge Class ID',
      'Badge Name',
      'Identifier',
      'First Name',
      'Last Name',
      'Narrative',
      'Evidence URL',
      'Issue Date',
      'Expiration Date',
      'openBadgeId',
    ],
    [
      '65f803ac',
      'First steps',
      'ada@example.org',
      'Ada',
      'Lovelace',
      'Wrote it.',
      'https://a.example/1',
      '2024-04-03',
      '',
      'https://api.badgr.io/public/assertions/abc',
    ],
  ],
  credly: [
    [
      'Badge Name',
      'Badge Template ID',
      'Issued by',
      'Earner Badge ID',
      'Badge URL',
      'Issued to First Name',
      'Issued to Middle Name',
      'Issued to Last Name',
      'Issued to Email',
      'Status',
      'Issue Date',
      'Expiration Date',
    ],
    [
      'First steps',
      'cfaf2910',
      'Example School',
      '17',
      'https://www.credly.com/badges/1',
      'Ada',
      '',
      'Lovelace',
      'ada@example.org',
      'accepted',
      '04/03/24',
      '',
    ],
  ],
  accredible: [
    ['Credential ID', 'Group Name', 'Recipient Name', 'Recipient Email', 'Issued on'],
    ['10000005', 'First steps', 'Ada Lovelace', 'ada@example.org', '4/3/24'],
  ],
  moodle: [
    ['Name', 'Description', 'Full name', 'Email address', 'Date issued', 'Expiry date'],
    [
      'First steps',
      'Knows how.',
      'Ada Lovelace',
      'ada@example.org',
      'Wednesday, 3 April 2024, 3:04 PM',
      '',
    ],
  ],
};

const exportSources = Object.keys(files) as ExportSource[];

function openFile(source: keyof typeof files, [header, ...rows]: string[][]): FileShape {
  const found = findHeader({ source, mode: 'reissue' }, [
    { cells: ['Report of badges'] },
    { cells: header ?? [] },
  ]);
  assert.ok('columns' in found, 'error' in found ? found.error : '');
  assert.equal(found.at, 1);
  const { columns } = found;
  return { source, header: header ?? [], columns, dateOrder: findDateOrder(source, columns, rows) };
}

function readCredential(source: keyof typeof files, cells: string[]): MovedCredential {
  const read = readMovedRow(cells, openFile(source, [files[source][0], cells]), schema, now);
  assert.ok('credential' in read, JSON.stringify(read));
  return read.credential;
}

test('a row of each service is read by the column names of its documents', () => {
  for (const source of exportSources) {
    const read = readCredential(source, files[source][1]);
    const { name, email, dates, badge } = read;
    assert.deepEqual(
      [name, email, new Date(dates.issuedOn).toISOString().slice(0, 10), badge.name],
      ['Ada Lovelace', 'ada@example.org', '2024-04-03', 'First steps'],
      source,
    );
    assert.equal(read.details?.supersedes?.issuedOn, '2024-04-03');
  }
  const { details } = readCredential('credly', files.credly[1]);
  assert.deepEqual(details?.supersedes, {
    id: 'https://www.credly.com/badges/1',
    issuer: 'Example School',
    issuedOn: '2024-04-03',
  });
  assert.equal(readCredential('moodle', files.moodle[1]).details?.supersedes?.issuer, 'Moodle');
});

test('dates are read in the order of the file, and refused if they could be two', () => {
  assert.equal(readExportDate('2014-04-01 09:41:00 -0500', 'unknown'), '2014-04-01 09:41:00-0500');
  for (const text of ['Sep 19 2025', 'September 19, 2025', '19 Sep 2025', 'Fri, 19 September 2025'])
    assert.equal(readExportDate(text, 'unknown'), '2025-09-19', text);
  const [header, row] = files.moodle;
  const read = (dates: string[]) => {
    const rows = dates.map((date) => row.map((cell, at) => (at === 4 ? date : cell)));
    const shape = openFile('moodle', [header, ...rows]);
    return rows.map((cells) => readMovedRow(cells, shape, schema, now));
  };
  const [first] = read(['03/04/2024', '13/04/2024']);
  assert.ok(first && 'credential' in first);
  assert.equal(first.credential.typedDates.issuedOn, '2024-04-03');
  assert.deepEqual(read(['03/04/2024']), [
    { errors: [{ field: 'issuedOn', message: 'could be two dates. Write it as 2026-03-01' }] },
  ]);
});

test('a written day is read back in every form', () => {
  const day = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2026-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(day, fc.boolean(), (date, isDayFirst) => {
      const iso = date.toISOString().slice(0, 10);
      const [year = '', month = '', dayOfMonth = ''] = iso.split('-');
      const parts = isDayFirst ? [dayOfMonth, month] : [month, dayOfMonth];
      const order = isDayFirst ? 'day-first' : 'month-first';
      const name = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
      for (const text of [
        iso,
        [...parts, year].join('/'),
        [...parts, year.slice(2)].join('.'),
        `${Number(dayOfMonth)} ${name} ${year}`,
        `${name} ${Number(dayOfMonth)}, ${year}`,
      ])
        assert.equal(readExportDate(text, order), iso, text);
    }),
  );
});

test('whatever the cells contain, a row is read, skipped or refused with reasons', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      'ada@example.org',
      '2024-04-03',
      '13/13/2024',
      'revoked',
      'https://a.example',
      '\u0000',
      "'=1+1",
    ),
  );
  for (const source of exportSources) {
    const [header] = files[source];
    const shape = openFile(source, [header]);
    fc.assert(
      fc.property(fc.array(cell, { maxLength: header.length + 2 }), (cells) => {
        const read = readMovedRow(cells, shape, schema, now);
        if ('errors' in read) assert.ok(read.errors.length > 0);
        else if ('credential' in read) assert.equal(read.credential.identity.length, 32);
        assert.ok(countMovedBadges([{ cells }], shape).length <= 1);
      }),
    );
  }
});

test('a badge with very many combining marks is refused at once', () => {
  // NFC would sort them for minutes.
  const marks = '\u0315'.repeat(200_000) + '\u0334'.repeat(200_000);
  const raw = { id: '', name: `a${marks}`, description: '', criteria: '', image: '', standIn: '' };
  assert.deepEqual(checkBadge(raw), { error: 'must have at most 200 combining marks in a row' });
  const badge = checkBadge({ ...raw, name: 'First steps', criteria: marks });
  assert.ok('criteria' in badge && badge.criteria.length === 200);
});

test('the same credential has the same identity in another export, and others have others', () => {
  const [, row] = files.credly;
  const change = (at: number, value: string) => row.map((cell, n) => (n === at ? value : cell));
  const identify = (cells: string[]) => readCredential('credly', cells).identity.toString('hex');
  assert.equal(identify(change(5, 'Augusta')), identify(row));
  assert.notEqual(identify(change(4, 'https://www.credly.com/badges/2')), identify(row));
});

test('revoked and rejected credentials are skipped, and a missing column is named', () => {
  const [header, row] = files.credly;
  for (const status of ['revoked', 'Rejected']) {
    const cells = row.map((cell, at) => (at === 9 ? status : cell));
    assert.deepEqual(readMovedRow(cells, openFile('credly', [header]), schema, now), {
      isEnded: true,
    });
  }
  const [badgrHeader, badgrRow] = files.badgr;
  const shape = openFile('badgr', [[...badgrHeader, 'Revoked']]);
  const isSkipped = (text: string) =>
    'isEnded' in readMovedRow([...badgrRow, text], shape, schema, now);
  assert.deepEqual(['Y', 'x', '2025-01-02', 'No', ''].filter(isSkipped), ['Y', 'x', '2025-01-02']);
  const found = findHeader({ source: 'credly', mode: 'reissue' }, [
    { cells: ['Badge Name', 'Issue Date', 'Status'] },
  ]);
  assert.match(
    'error' in found ? found.error : '',
    /^has no column with the recipient’s name, the recipient’s email address\./,
  );
});

test('a paused or finished migration can be undone for 30 days, once, and a dry run never', () => {
  const done = {
    ...({ status: 'completed', dryRun: false } as const),
    ...{ createdAt: now - 1_000, finishedAt: now },
  };
  const end = findUndoEnd(done) ?? 0;
  assert.equal(end - now, 30 * 86_400_000);
  assert.deepEqual(decideUndo(done, end), { status: 'undoing' });
  for (const status of ['cancelled', 'failed'] as const)
    assert.deepEqual(decideUndo({ ...done, status }, end), { status: 'undoing' });
  const paused = { ...done, status: 'paused', finishedAt: null } as const;
  assert.deepEqual(decideUndo(paused, now), { status: 'undoing' });
  assert.deepEqual(decideUndo({ ...done, status: 'undone' }, end + 1), { status: 'undone' });
  for (const [migration, at] of [
    [done, end + 1],
    [{ ...done, dryRun: true }, now],
    [{ ...paused, dryRun: true }, now],
    [{ ...done, status: 'running', finishedAt: null }, now],
  ] as const)
    assert.deepEqual(decideUndo(migration, at), { refuse: 'migration_not_undoable' });
});

test('a damaged ZIP file is refused, and never unpacked beyond its sizes', async () => {
  const files = new ZipFile();
  for (const name of ['a.json', 'b.json']) files.addBuffer(Buffer.from('{"a":1}'.repeat(40)), name);
  files.end();
  const zip = await buffer(files.outputStream);
  const limits = { files: 2, fileBytes: 1_000, total: 2_000, isWanted: () => true };
  const read = async (bytes: Buffer): Promise<ZipFileContent[]> => {
    const found: ZipFileContent[] = [];
    for await (const each of readZip(bytes, limits)) found.push(each);
    return found;
  };
  assert.deepEqual(
    (await read(zip)).map(({ name, bytes }) => [name, bytes?.length]),
    [
      ['a.json', 280],
      ['b.json', 280],
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(zip.length - 1), fc.nat(255), fc.nat(30), async (at, byte, cut) => {
      const changed = Buffer.from(zip.subarray(0, zip.length - cut));
      changed[Math.min(at, changed.length - 1)] = byte;
      const found = await read(changed).catch((error: unknown) => {
        if (!(error instanceof ZipError)) throw error;
      });
      for (const { bytes } of found ?? []) assert.ok(!bytes || bytes.length <= limits.fileBytes);
    }),
    { numRuns: 300 },
  );
});
