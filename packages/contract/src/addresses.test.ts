import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalAddress, foldSearch, isAddress, storedForms } from './addresses.ts';
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
