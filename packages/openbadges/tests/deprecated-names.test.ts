// The names of the version before stay for one version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Baked } from '../src/baking/index.ts';
import type { VerifyOptions as EitherOptions } from '../src/either/index.ts';
import * as main from '../src/index.ts';
import * as v2 from '../src/v2/index.ts';
import * as v3 from '../src/v3/index.ts';
import { digestOf, hashDocument } from '../src/v3/verify/digest.ts';
import { type Disclosure, disclosureOf, verifyDisclosure } from '../src/v3/verify/disclosure.ts';
import * as verifying from '../src/v3/verify/index.ts';

test('deprecated names are the same functions, values and types', () => {
  for (const { context, openBadges2Context } of [main, v2])
    assert.equal(context, openBadges2Context);
  assert.deepEqual(
    [v3.addressOfDid, v3.didOfAddress, v3.es256SignerOf, v3.fewestEntries],
    [v3.didToAddress, v3.addressToDid, v3.importEs256Signer, v3.MIN_STATUS_LIST_ENTRIES],
  );
  assert.deepEqual(
    [v3.ed25519Signer, v3.es256Signer],
    [v3.createWebCryptoEd25519Signer, v3.createWebCryptoEs256Signer],
  );
  assert.deepEqual(
    [verifying.faultsOfCredential, verifying.faultsOfBadgeCredential],
    [verifying.findCredentialErrors, verifying.findBadgeCredentialErrors],
  );
  assert.deepEqual(
    [verifying.faultsOfEndorsement, verifying.faultsOfPresentation, verifying.faultsOfRecord],
    [
      verifying.findEndorsementErrors,
      verifying.findPresentationErrors,
      verifying.findLearnerRecordErrors,
    ],
  );
  assert.deepEqual([digestOf, disclosureOf], [hashDocument, verifyDisclosure]);
  type Hosted = [main.Verdict, main.Found, main.Check, main.CheckName, main.Status, main.Fault];
  type Same = [v2.Verdict, v2.Found, v2.Check, v2.CheckName, v2.Status, v2.Fault];
  type Signed = [
    ...[verifying.Verdict, verifying.Found, verifying.Check, verifying.CheckName],
    ...[verifying.Status, verifying.Fault, verifying.VerifyOptions, verifying.Disclosure],
  ];
  const none = [] as [] | Hosted | Same | Signed | [v3.NewKey, v3.Signed, Baked];
  assert.deepEqual(none satisfies unknown[] | [EitherOptions, Disclosure], []);
});
