import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixCopiedText, fixGlyphTexts } from './copied-text.ts';

const mended = (...texts: string[]) => {
  const glyphs = new Map(texts.map((text, n) => [String(n), text]));
  const better = fixGlyphTexts(glyphs);
  return [...glyphs].map(([glyph, text]) => better.get(glyph) ?? text);
};

test('a sign and its letter are copied as two characters, also when one was drawn before', () => {
  assert.deepEqual(mended('ดี', 'ดี'), ['ด', 'ี']);
  assert.deepEqual(mended('ย', 'ย์'), ['ย', '์']);
  // Two forms of one sign: the letter came before.
  assert.deepEqual(mended('ิ', 'ป', 'ปิ่', 'ปิ่'), ['ิ', 'ป', 'ิ', '่']);
  assert.deepEqual(mended('น้ำ', 'น้ำ', 'น้ำ', 'น้ำ'), ['น', 'ํ', '้', 'า']);
  assert.deepEqual(mended('ດີ', 'ດີ'), ['ດ', 'ີ']);
});

test('an Arabic ligature is copied as one character, and other ligatures stay unchanged', () => {
  assert.deepEqual(mended('لا', 'الله', 'م'), ['ﻻ', 'ﷲ', 'م']);
  // Signs before their letter, Latin ligatures, and partly unknown clusters.
  assert.deepEqual(mended('কি', 'কি', 'fi', 'กี่'), ['কি', 'কি', 'fi', 'กี่']);
});

test('only tables of the PDF change, and no byte moves', () => {
  const table =
    '/Type /CMap\n>>\nstream\n<0000> <FFFF>\n<0001> <0E140E35>\n<0002> <0E140E35>\n<0003> <0041>\nendstream';
  const pdf = Buffer.from(`<0001> <06440627>\n${table}\n<0002> <06440627>\n`, 'latin1');
  const before = pdf.toString('latin1');
  const after = fixCopiedText(pdf).toString('latin1');
  assert.equal(after.length, before.length);
  assert.equal(
    after,
    before
      .replace('<0001> <0E140E35>', '<0001> <0E14>    ')
      .replace('<0002> <0E140E35>', '<0002> <0E35>    '),
  );
});
