import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseUserAgent } from './sessions.ts';
import { line, prose, readShortCode } from './text.ts';

const listErrors = (schema: ReturnType<typeof line>, value: string): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test('a text is measured as it is stored: composed and without surrounding white space', () => {
  assert.equal(line({ max: 2 }).parse(`${' '.repeat(100)}e\u0301o\u0308 `), 'éö');
  const typed = '\u1f82'.normalize('NFD');
  assert.equal(typed.length, 4);
  assert.equal(prose({ max: 5 }).parse(typed.repeat(5)), '\u1f82'.repeat(5));
  assert.deepEqual(listErrors(line({ max: 5 }), typed.repeat(6)), [
    'must have at most 5 characters',
  ]);
});

test('no code point composes to less than a quarter of its decomposed length', () => {
  for (let code = 0; code <= 0x10_ffff; code++) {
    const one = String.fromCodePoint(code);
    if (!one.isWellFormed()) continue;
    const [apart, together] = [one.normalize('NFD').length, one.normalize('NFC').length];
    assert.ok(Math.max(apart, one.length) <= 4 * together, code.toString(16));
  }
});

test('an overlong text gets one length error, also when it is cut within a character', () => {
  const long = ['must have at most 3 characters'];
  for (const text of [
    'x'.repeat(1_000_000),
    '🎓'.repeat(100),
    `x${'🎓'.repeat(100)}`,
    'e\u0301'.repeat(100),
  ])
    assert.deepEqual(listErrors(line({ max: 3 }), text), long, text.slice(0, 5));
});

test('too many combining marks are refused before sorting, which takes quadratic time', () => {
  const tower = (height: number) => `a${'\u0301\u0316'.repeat(height / 2)}`;
  assert.deepEqual(listErrors(line({ max: 200 }), tower(200)), []);
  for (const text of [
    tower(202),
    `abc ${tower(100_000)}`,
    '\u{1d165}'.repeat(101),
    '\u0316\uff9e'.repeat(101),
  ]) {
    const started = process.cpuUsage();
    assert.deepEqual(listErrors(prose({ max: 50_000 }), text), [
      'must have at most 200 combining marks in a row',
    ]);
    // Sorting 100,000 marks takes seconds. 50,000, the most that could pass, take one.
    assert.ok(process.cpuUsage(started).user < 500_000);
  }
});

test('a short code is read in any case and width, without its hyphen, and with look-alike letters', () => {
  for (const typed of [
    '7K1M-0QXT',
    '7k1m0qxt',
    ' 7K1M 0QXT ',
    '7KIM-OQXT',
    '7klmoqxt',
    '7-K-1-M0QXT',
    ...['７Ｋ１Ｍ－０ＱＸＴ', '７ｋ１ｍ　0QXT'],
    ...['7K1M–0QXT', '7K1M\u20110QXT', '7K1M-0QXT.', ' 7k1m — 0qxt. '],
  ])
    assert.equal(readShortCode(typed), '7K1M-0QXT', typed);
});

test('any other text is no short code', () => {
  for (const typed of [
    '',
    '7K1M-0QX',
    '7K1M-0QXTZ',
    'UUUU-UUUU',
    '7K1M-0QX\u0130',
    '7K1M.0QXT',
    'ſſſſ-ſſſſ',
  ])
    assert.equal(readShortCode(typed), undefined, typed);
  assert.equal(readShortCode(`${' '.repeat(1_000_000)}7K1M0QXT`), undefined);
});

test('a user agent names its browser and system, whatever else it claims to be', () => {
  const like = 'Mozilla/5.0';
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1';
  const windows = '(Windows NT 10.0; Win64; x64)';
  const android = '(Linux; Android 14; SM-S921B)';
  const phone = '(iPhone; CPU iPhone OS 18_1 like Mac OS X)';
  const mac = '(Macintosh; Intel Mac OS X 10_15_7)';
  const seen: [userAgent: string | null, browser?: string, system?: string][] = [
    [`${like} (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox', 'Linux'],
    [`${like} ${windows} ${webKit} Chrome/131.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${like} ${windows} ${webKit} Chrome/131.0 Safari/537.36 Edg/131.0`, 'Edge', 'Windows'],
    [`${like} ${windows} ${webKit} Chrome/130.0 Safari/537.36 OPR/115.0`, 'Opera', 'Windows'],
    [
      `${like} (X11; CrOS x86_64 14541.0) ${webKit} Chrome/131.0 Safari/537.36`,
      'Chrome',
      'ChromeOS',
    ],
    [
      ...[`${like} ${android} ${webKit} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`],
      ...['Samsung Internet', 'Android'],
    ] as [string, string, string],
    [`${like} ${mac} ${safari} Safari/605.1.15`, 'Safari', 'macOS'],
    [`${like} ${phone} ${safari} Mobile/15E148 Safari/604.1`, 'Safari', 'iOS'],
    [`${like} ${phone} ${safari} CriOS/131.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS'],
    ['curl/8.5.0'],
    [null],
  ];
  for (const [userAgent, browser, system] of seen)
    assert.deepEqual(
      parseUserAgent(userAgent),
      { ...(browser && { browser }), ...(system && { system }) },
      String(userAgent),
    );
});
