import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countGraphemes, createDirectedText, toPlainText } from './text-setter.ts';

test('very long words get line breaks in every script, and existing words stay whole', () => {
  for (const word of ['W', 'محمد', 'ก', 'ខ', 'က', 'ກ', 'ಕನ್ನಡ', '👩‍👩‍👧‍👦', '-']) {
    const { text } = createDirectedText(word.repeat(120));
    const longest = Math.max(...text.split('\u200b').map(countGraphemes));
    assert.ok(longest <= 26, `${word} ${longest}`);
    assert.ok(countGraphemes(text.replaceAll('\u200b', '')) >= 120, word);
  }
  const thai = createDirectedText('สวัสดีครับผมชื่อสมชายใจดีมาจากเชียงใหม่'.repeat(4)).text.split('\u200b');
  assert.ok(thai.length > 2 && thai[0]?.startsWith('สวัสดีครับ'));
  const double = 'Hohenstaufen-Württemberg-Sigmaringen';
  for (const text of ['张'.repeat(200), 'Donaudampfschifffahrtswege', 'short ก', double])
    assert.equal(createDirectedText(text).text, text);
});

test('lengths are counted in graphemes', () => {
  assert.deepEqual(
    ['', 'Ada\nKing', 'Zoe\u0308', '👩‍👩‍👧‍👦', '각', 'a\r\nb'].map(countGraphemes),
    [0, 8, 3, 1, 1, 3],
  );
});

test('a long word breaks between syllables, at least three letters from its start and end', () => {
  for (const [word, parts] of [
    [
      'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren',
      ['Wolfeschlegelsteinhausen', 'bergerdorffwelchevor', 'alternwaren'],
    ],
    [
      'Donaudampfschifffahrtsgesellschaftskapitän',
      ['Donaudampfschifffahrtsge', 'sellschaftskapitän'],
    ],
  ] as const)
    assert.deepEqual(createDirectedText(word).text.split('\u200b'), parts);
  for (const word of [
    '<script>alert("Wolfeschlegelsteinhausenbergerdorff")</script>',
    'https://school.example/Wolfeschlegelsteinhausen/bergerdorff?a=1&b=2',
    'Wolfe\u00adschlegelsteinhausen\u00adbergerdorffwelchevoraltern',
  ])
    assert.equal(createDirectedText(word).text.replaceAll('\u200b', ''), word);
});

test('long text is cut after a word, or anywhere in a word as long as a line', () => {
  for (const [text, maxLength, shown] of [
    ['Meteorology and Seamanship', 19, 'Meteorology and…'],
    ['Meteorology and Seamanship', 15, 'Meteorology and…'],
    ['Meteorology and Seamanship', 16, 'Meteorology and…'],
    ['Dr Wolfeschlegelsteinhausen', 19, 'Dr Wolfeschlegelste…'],
    [`Doctor of Laws ${'W'.repeat(60)}`, 50, `Doctor of Laws ${'W'.repeat(35)}…`],
    ['航海 国際海洋航海学', 7, '航海 国際海洋…'],
  ] as const)
    assert.equal(createDirectedText(text, maxLength).text.replaceAll('\u200b', ''), shown);
});

test('plain text of a document has no break opportunities', () => {
  const word = 'สวัสดีครับผมชื่อสมชายใจดีมาจากเชียงใหม่'.repeat(2);
  assert.equal(toPlainText(`${word}\u202e\t1`), `${word} 1`);
  assert.notEqual(createDirectedText(word).text, word);
});
