import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import { createTypesetter, listFontNames } from '../../platform/typeset/index.ts';
import { TextSetter } from './text-setter.ts';

test('PDF/A, which forbids missing glyphs, accepts any text', async () => {
  const warnings: unknown[] = [];
  const typesetter = createTypesetter(
    pino({ level: 'warn' }, { write: (line) => warnings.push(line) }),
  );
  // Letters of all scripts and none: the first planes of Unicode.
  const letter = fc
    .integer({ min: 0x20, max: 0x323af })
    .map((point) => String.fromCodePoint(point));
  const script = fc
    .tuple(
      fc.constantFrom(0x0590, 0x0600, 0x0900, 0x0a00, 0x0b80, 0x0d00, 0x0e00, 0x1000, 0x1780),
      fc.nat(0xff),
    )
    .map(([first, at]) => String.fromCodePoint(first + at));
  const joiner = fc.constantFrom(
    '\n',
    '\u200d',
    '\ufe0f',
    '\u200c',
    '\u0301',
    '\u20e3',
    '\ufeff',
    '\u{1f3fb}',
  );
  const any = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
  const word = fc.array(fc.oneof({ arbitrary: script, weight: 8 }, letter, joiner, any), {
    maxLength: 9,
  });
  const directory = await mkdtemp(join(tmpdir(), 'insignia-words-'));
  const mixed = join(directory, 'mixed.typ');
  await writeFile(
    mixed,
    `#set document(date: datetime(year: 2026, month: 1, day: 1))
#let (fonts, texts) = json("data.json")
#for d in texts { text(font: (d.font,) + fonts, fallback: false, lang: d.lang, region: d.region, d.text); parbreak() }`,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 100, maxLength: 200 }), async (words) => {
      const setting = new TextSetter('');
      const texts = words.map((parts) => setting.words(parts.join('')));
      await typesetter.set({
        template: mixed,
        data: JSON.stringify({ fonts: listFontNames(), texts }),
        files: {},
        format: 'pdf',
      });
      assert.deepEqual(warnings.splice(0), []);
    }),
    { numRuns: 20 },
  );
  await typesetter.stop();
  await rm(directory, { recursive: true });
});
