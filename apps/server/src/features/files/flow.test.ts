import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@insignia/markdown';
import { createTextFlow } from './flow.ts';
import { TextSetter } from './text-setter.ts';

const flow = (text: string, maxLength = 600) =>
  createTextFlow(parseMarkdown(text), new TextSetter(text), maxLength);
/** Texts of all lines. */
const collectTexts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(collectTexts)
    : value && typeof value === 'object'
      ? 'text' in value
        ? [String(value.text)]
        : Object.values(value).flatMap(collectTexts)
      : [];

test('Markdown becomes a tree of styles with the number of lines before each part', () => {
  const { of, lines, isCut } = flow(
    '# A\n\n**b** *c* `d` [e](https://e.example)\n\n1. f\n2. - g\n',
  );
  assert.deepEqual([lines, isCut], [4, false]);
  assert.deepEqual(
    of.map(({ n, is }) => [n, is]),
    [
      [0, 'heading'],
      [1, 'paragraph'],
      [2, 'list'],
    ],
  );
  const [, paragraph] = of;
  assert.ok(paragraph?.is === 'paragraph');
  const looks = paragraph.runs
    .filter(({ text }) => text !== ' ')
    .map(({ text, strong, emphasis, code, to }) => [text, strong, emphasis, code, to]);
  assert.deepEqual(looks, [
    ['b', true, false, false, null],
    ['c', false, true, false, null],
    ['d', false, false, true, null],
    ['e', false, false, false, 'https://e.example'],
  ]);
});

test('fonts without italics emphasize with bold, and each line has its own direction', () => {
  const [one, two] = flow('*sail* now\n\n*إبحار* now').of;
  assert.ok(one?.is === 'paragraph' && two?.is === 'paragraph');
  assert.deepEqual([one.rtl, one.runs[0]?.strong, one.font], [false, false, 'Noto Sans']);
  assert.deepEqual([two.rtl, two.runs[0]?.strong, two.font], [true, true, 'Vazirmatn']);
});

test('Markdown is cut by letter count at any nesting, and empty lines count', () => {
  const cut = flow(`${'ab '.repeat(3)}**${'c'.repeat(50)}**\n\nnever`, 20);
  assert.ok(cut.isCut);
  assert.equal(collectTexts(cut.of).join(''), `ab ab ab ${'c'.repeat(11)}…`);
  const empty = flow('- \n'.repeat(3_000));
  assert.ok(empty.isCut && empty.lines <= 600, String(empty.lines));
  const whole = flow('abc', 3);
  assert.deepEqual([whole.isCut, collectTexts(whole.of)], [false, ['abc']]);
});
