import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@insignia/contract';
import { type DetailCode, detailTexts } from '@insignia/openbadges/shared';
import { getClaimTexts } from '../../src/features/claims/index.ts';
import { getConnectedAppTexts } from '../../src/features/connected-apps/index.ts';
import { getLtiTexts } from '../../src/features/lti/index.ts';
import * as my from '../../src/features/my/index.ts';
import { getNotFoundTexts } from '../../src/features/pages/index.ts';
import { getMySignInTexts, getSecurityEmailTexts } from '../../src/features/people/index.ts';
import { getPublicTexts as pageTexts } from '../../src/features/published/index.ts';
import { getReminderTexts } from '../../src/features/reminders/index.ts';
import { getSecondFactorTexts } from '../../src/features/second-factor/index.ts';
import { getEmailTexts, getUnsubscribeTexts } from '../../src/features/sharing/index.ts';
import { getSsoTexts } from '../../src/features/sso/index.ts';
import { getVerifierTexts } from '../../src/features/verifier/index.ts';
import { getWalletTexts } from '../../src/features/wallets/index.ts';
import { findWordingErrors } from '../support/wording.ts';

test('each language uses one word for a credential, and its own quotation marks and spaces', () => {
  for (const language of languages) {
    // `Diploma` is also an achievement type.
    const { kinds: _, ...ofPages } = pageTexts(language);
    const others = [
      ...[getEmailTexts, getVerifierTexts, getNotFoundTexts, getUnsubscribeTexts],
      ...[getClaimTexts, getMySignInTexts, getReminderTexts, getSecurityEmailTexts],
      ...[my.getMyTexts, my.getAddressTexts, my.getDataTexts, my.getGalleryTexts],
      ...[my.getImportTexts, getWalletTexts, getConnectedAppTexts, getSecondFactorTexts],
      ...[getSsoTexts, getLtiTexts],
    ];
    for (const texts of [ofPages, ...others.map((read) => read(language))])
      assert.deepEqual(findWordingErrors(language, texts), [], language);
  }
  assert.deepEqual(
    [
      ...findWordingErrors('fr', { a: 'Votre attestation', b: 'Motif : X', c: 'Motif\u00a0: X' }),
      ...findWordingErrors('de', { a: "Das 'Zertifikat'", b: () => 'Ihr Nachweis' }),
    ],
    ['Votre attestation', 'Motif : X', "Das 'Zertifikat'", 'Ihr Nachweis'],
  );
});

test('certificate texts in every language call the online page a web page, not just a page', () => {
  for (const language of languages) {
    const { onItsPage, certificate } = pageTexts(language);
    const { moreOnPage, lettersMissing } = certificate;
    for (const text of [onItsPage, moreOnPage, lettersMissing])
      assert.match(text, /web|إلكترونية/i, `${language}: ${text}`);
  }
});

test('each detail of a verification has a text with the same values in every language', () => {
  const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const language of languages) {
    const { details } = getVerifierTexts(language);
    assert.deepEqual(Object.keys(details).sort(), Object.keys(detailTexts).sort(), language);
    for (const [code, text] of Object.entries(details)) {
      const english = detailTexts[code as DetailCode];
      assert.deepEqual(names(text), names(english), `${language}: ${code}`);
      assert.equal(text === english, language === 'en', `${language}: ${code}`);
    }
  }
});
