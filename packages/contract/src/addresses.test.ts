import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalAddress, foldAddress, foldSearch, isAddress, storedForms } from './addresses.ts';
import { email } from './text.ts';

test('an internationalized email address has one form, however it is typed', () => {
  for (const typed of [
    'ünï@例え.jp',
    'ÜNÏ@例え.JP',
    'u\u0308ni\u0308@例え。jp',
    'ünï@xn--r8jz45g.jp',
    'ÜNÏ@XN--R8JZ45G.JP',
  ])
    assert.equal(email.parse(typed), 'ünï@例え.jp', typed);
  for (const [typed, canonical] of [
    ['Ada@例え.jp', 'Ada@例え.jp'],
    ['info@xn--e1afmkfd.xn--p1ai', 'info@пример.рф'],
    ['उपयोगकर्ता@उदाहरण.भारत', 'उपयोगकर्ता@उदाहरण.भारत'],
    ['مثال@example.org', 'مثال@example.org'],
    ['straße@faß.de', 'straße@faß.de'],
    // An ASCII address keeps its case.
    ['Ada.Lovelace+1@Example.ORG', 'Ada.Lovelace+1@Example.ORG'],
  ] as const) {
    assert.equal(email.parse(typed), canonical);
    assert.equal(canonicalAddress(canonical), canonical);
    assert.ok(isAddress(canonical), canonical);
  }
});

test('letters that Unicode calls compatible are no address of their own', () => {
  for (const [typed, canonical] of [
    ['ａｄａ@example.org', 'ada@example.org'],
    ['Ａｄａ@ｅｘａｍｐｌｅ.org', 'Ada@example.org'],
    ['ada＠example.org', 'ada@example.org'],
    ['𝒶𝒹𝒶@例え.jp', 'ada@例え.jp'],
    ['ﬁn@example.org', 'fin@example.org'],
    ['ａｎｄré@example.org', 'andré@example.org'],
  ] as const)
    assert.equal(email.parse(typed), canonical);
  // Two parts of the domain, or two addresses, never look like one.
  for (const typed of ['ada＠a.example@b.example', 'ada@a.example＠b.example', 'a∕b@a․example b'])
    assert.equal(email.safeParse(typed).success, false, typed);

  // A fixed sequence, so that a failure repeats.
  let seed = 1;
  const draw = (count: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  const ranges = [
    0x80, 0x2_00, 0x3_00, 0x13_00, 0x1d_00, 0x21_00, 0x24_00, 0x30_00, 0xfb_00, 0xff_00, 0x1_d4_00,
  ];
  const drawLetter = () =>
    draw(3) === 0
      ? String.fromCharCode(0x30 + draw(75))
      : String.fromCodePoint((ranges[draw(ranges.length)] ?? 0) + draw(256));
  let valid = 0;
  for (let n = 0; n < 20_000; n++) {
    const local = Array.from({ length: 1 + draw(4) }, drawLetter).join('');
    const typed = `${local}@example.org`.trim();
    const canonical = canonicalAddress(typed);
    assert.equal(canonicalAddress(canonical), canonical, typed);
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      assert.equal(canonicalAddress(typed.normalize(form)), canonical, typed);
    const { success, data } = email.safeParse(typed);
    if (!success) continue;
    valid += 1;
    assert.equal(foldAddress(typed), foldAddress(canonical), typed);
    assert.equal(data, canonical, typed);
    assert.equal(canonical.normalize('NFKC'), canonical, typed);
  }
  assert.ok(valid > 2_000, String(valid));
});

test('invalid email addresses are refused in any script', () => {
  for (const typed of [
    'ünï',
    '@例え.jp',
    'ünï@',
    'ünï@例え',
    'ü nï@例え.jp',
    'ünï@例え.jp/path',
    'ünï@a@例え.jp',
    'ünï@127.0.0.1',
    'ünï@-例え.jp',
    'ünï@xn--a.jp',
    'ünï@xn--de.example',
    'a@xn--a.jp',
    'a@xn--de.example',
    'a@xn--zzzzzzzzzzzzz99999.example',
    '.ünï@例え.jp',
    'ünï.@例え.jp',
    'ü..nï@例え.jp',
    '\u0308ab@例え.jp',
    'ünï\u202e@例え.jp',
    'ünï\u200b@例え.jp',
    `ü${'n'.repeat(63)}@例え.jp`,
    `ünï@${'例'.repeat(60)}.jp`,
    'ünï<@例え.jp',
    'ünï"@例え.jp',
  ])
    assert.equal(email.safeParse(typed).success, false, typed);
});

test('an address with an international domain may be stored with its domain in either form', () => {
  for (const typed of ['ada@例え.jp', 'ada@xn--r8jz45g.jp'])
    assert.deepEqual(storedForms(typed), ['ada@例え.jp', 'ada@xn--r8jz45g.jp']);
  for (const typed of ['ada@example.org', 'ünï@example.org', 'nothing'])
    assert.deepEqual(storedForms(typed), [typed]);
});

test('a search ignores accents and apostrophes, but not the vowels of other scripts', () => {
  for (const [text, folded] of [
    ['JÜRGEN Groß', 'jurgen gross'],
    ['Sinéad O’Neill', 'sinead oneill'],
    ["O'Neill O`Neill O´Neill Oʼneill", 'oneill oneill oneill oneill'],
    ['İpek Yıldız Łukasz Ærø Đức Þór', 'ipek yildiz lukasz aero duc thor'],
    ['عَلِيّ أحمد', 'علي احمد'],
    ['Jean\u2011Luc', 'jean-luc'],
    ['李小龙 %_\\', '李小龙 %_\\'],
    ['’', ''],
  ] as const)
    assert.equal(foldSearch(text), folded);
  for (const [one, other] of [
    ['कि', 'का'],
    ['が', 'か'],
  ] as const)
    assert.notEqual(foldSearch(one), foldSearch(other));
});
