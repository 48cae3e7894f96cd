import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { listFamilies, listFontFolders } from './fonts.ts';
import { chooseFaces, chooseFont, detectLanguage, removeUndrawable } from './index.ts';
import { listFaces } from './typesetter.ts';

test('characters without a font are removed and reported, except marks, joiners and spaces', () => {
  const whole = (text: string) => removeUndrawable(text).isWhole;
  for (const text of [
    'Ada\nLovelace',
    'ნინო',
    'Z\u0301\u0302',
    '👩‍👩‍👧‍👦 1️⃣',
    '葛\u{e0100}城',
    '\ufeffAda',
    'a\u1680b',
    // By Unicode's rules, its last sign isn't part of the letter before it.
    'အောင်ဆန်း',
  ])
    assert.ok(whole(text), text);
  assert.deepEqual(removeUndrawable('ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ'), { text: ' ', isWhole: false });
  assert.deepEqual(removeUndrawable('Anna ⴰⵣⵓⵍ Azul'), { text: 'Anna Azul', isWhole: false });
  // A mark that only another font contains.
  assert.deepEqual(removeUndrawable('山\u135d!'), { text: '山!', isWhole: false });
  // A mark without a letter.
  assert.deepEqual(removeUndrawable('a\n\u0591b'), { text: 'a\nb', isWhole: false });
  assert.deepEqual(removeUndrawable('a\n\u200d\u0591b'), { text: 'a\nb', isWhole: false });
  // No font has this variant, and next to a selector none is looked up.
  assert.deepEqual(removeUndrawable('\u{2f805}\ufe0f'), { text: '\u{2f805}', isWhole: true });
  assert.deepEqual(removeUndrawable('👍\u180f'), { text: '👍', isWhole: true });
  assert.deepEqual(removeUndrawable('x\ue000y\u{10ffff}'), { text: 'xy', isWhole: false });
});

test('a text is set in the font with most of its characters, so no word mixes two fonts', () => {
  assert.deepEqual(['Ada 王', '王 Ada', 'علي Ali', 'রবি', 'สมชาย', '한국', '★'].map(chooseFont), [
    ...['Noto Sans', 'Noto Sans CJK SC', 'Vazirmatn', 'Noto Sans Bengali', 'Noto Sans Thai'],
    ...['Noto Sans CJK SC', 'Noto Sans'],
  ]);
  // Sindhi: Vazirmatn has only some of its letters.
  assert.equal(chooseFont('سنڌي ٻولي'), 'Noto Sans Arabic');
});

test('kana, Hangul and national character sets decide the regional form of characters', () => {
  const language = (text: string, around = '') => {
    const { lang, region } = detectLanguage(text, around);
    return region ? `${lang}-${region}` : lang;
  };
  assert.deepEqual(
    ['山田さん', '渡辺', '王小明', '張惠妹', '김민수', '😀 Ada'].map((text) => language(text)),
    ['ja', 'ja', 'zh-CN', 'zh-TW', 'ko', 'en'],
  );
  assert.deepEqual([language('王小明', 'これは'), language('王小明', '한국')], ['ja', 'ko']);
  assert.equal(language('Ada', 'これは'), 'en');
});

test('a typeface is used only for text whose letters it has, composed or not', () => {
  const latin = ['Source Sans 3', 'Source Serif 4', 'Cormorant Garamond', 'Amiri'];
  assert.deepEqual(chooseFaces('Zoe\u0308 Müller 🎓'), latin);
  assert.deepEqual(chooseFaces('Анна Каренина'), latin.slice(0, 3));
  assert.deepEqual(chooseFaces('Ωμέγα'), latin.slice(0, 2));
  assert.deepEqual(chooseFaces('محمد عبد الله'), ['Amiri']);
  assert.deepEqual(chooseFaces('Ada 王'), []);
});

test('each listed font family is present, in the weights that its letters need', async () => {
  const [folder = ''] = listFontFolders();
  const files = (await readdir(folder)).filter((name) => /\.[ot]tf$/.test(name));
  const own = listFaces().map(({ name }) => name.replaceAll(' ', ''));
  assert.equal(own.length, 4);
  const named = listFamilies().map(({ name }) => name.replace(/ SC$/, '').replaceAll(' ', ''));
  assert.deepEqual(
    new Set(files.map((name) => name.replace(/-.*/, ''))),
    new Set([...named, ...own]),
  );
  const isSingle = (name: string) => !files.some((file) => file.startsWith(`${name}-Bold`));
  assert.deepEqual(named.filter(isSingle), ['NotoSansSymbols2', 'NotoEmoji']);
});
