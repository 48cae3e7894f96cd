import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@insignia/contract';
import { textsIn as pageTexts } from '../../src/features/public/index.ts';
import { textsIn as letterTexts } from '../../src/features/sharing/index.ts';
import { wordingFaults } from '../support/wording.ts';

test('each language calls a credential by one word, and has its own quotation marks and spaces', () => {
  for (const language of languages)
    for (const texts of [pageTexts(language), letterTexts(language)])
      assert.deepEqual(wordingFaults(language, texts), [], language);
  assert.deepEqual(
    [
      ...wordingFaults('fr', { a: 'Votre attestation', b: 'Motif : X', c: 'Motif\u00a0: X' }),
      ...wordingFaults('de', { a: "Das 'Zertifikat'", b: () => 'Ihr Nachweis' }),
    ],
    ['Votre attestation', 'Motif : X', "Das 'Zertifikat'", 'Ihr Nachweis'],
  );
});
