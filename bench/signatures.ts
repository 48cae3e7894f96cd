// Open Badges 3.0 on one core: signatures per second compared with @digitalbazaar/vc, alternately
// in one run; verification; status lists. npm run -s bench:signatures
import { strict as assert } from 'node:assert';
import { createEd25519Signer } from '../apps/server/src/features/signing/signers.ts';
import {
  credentialDocument,
  decodeStatusList,
  emptyStatusList,
  encodeStatusList,
  readStatus,
  signCredential,
  writeStatus,
} from '../packages/openbadges/src/v3/index.ts';
import { verifyCredential } from '../packages/openbadges/src/v3/verify/index.ts';
import { ordinary } from '../packages/openbadges/tests/support/facts.ts';
import { issuer, pkcs8 } from '../packages/openbadges/tests/support/issuer.ts';
import { issuedByStrangers } from '../packages/openbadges/tests/support/strangers.ts';
import { median, rounds, seconds } from './tools.ts';

const {
  did,
  signer: known,
  keyPair,
  controllerDocument,
} = await issuer('did:web:badges.example:issuer:1');
// Signs like the service does.
const signer = createEd25519Signer(Buffer.from(pkcs8(1)), known.verificationMethod);
const created = new Date('2026-03-01T12:00:00Z');
const list = 'https://badges.example/status/1';
let serial = 0;
const next = () => {
  const id = `https://badges.example/credentials/${++serial}`;
  const status = { list, index: serial, purpose: 'revocation' } as const;
  const value = `sha256$${'0'.repeat(56)}${String(serial).padStart(8, '0')}`;
  const identifiers = [
    { kind: 'emailAddress', value, hashed: true, salt: String(serial) } as const,
    { kind: 'name', value: `Person ${serial}`, hashed: false } as const,
  ];
  return credentialDocument(ordinary({ id, status, subject: { identifiers } }));
};

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 20; n++) await work();
  const startedAt = performance.now();
  let count = 0;
  for (; performance.now() - startedAt < seconds * 1_000; count++) await work();
  return (count * 1_000) / (performance.now() - startedAt);
}

const ours = () => signCredential(next(), signer, created);
const theirs = () => issuedByStrangers(next(), keyPair, '2026-03-01T12:00:00Z');
const one = next();
assert.deepEqual(
  await signCredential(one, signer, created),
  await issuedByStrangers(structuredClone(one), keyPair, '2026-03-01T12:00:00Z'),
);
const figures: { ours: number; theirs: number }[] = [];
for (let round = 0; round < rounds; round++)
  figures.push({ ours: await perSecond(ours), theirs: await perSecond(theirs) });
const ratio = median(figures.map((each) => each.ours / each.theirs));
const [ourMedian, library] = [
  median(figures.map((each) => each.ours)),
  median(figures.map((each) => each.theirs)),
];
console.log(
  `signing: ${ourMedian.toFixed(0)}/s, @digitalbazaar/vc ${library.toFixed(0)}/s, ${ratio.toFixed(1)}x`,
);

const { status: _, ...unlisted } = ordinary({ issuer: { id: did, name: 'School' } });
const source = JSON.stringify(await signCredential(credentialDocument(unlisted), signer, created));
const read = async () => ({ status: 200, document: controllerDocument });
const now = Date.parse('2026-06-01');
assert.equal((await verifyCredential({ source, now, read })).status, 'valid');
console.log(
  `verifying: ${(await perSecond(() => verifyCredential({ source, now, read }))).toFixed(0)}/s`,
);

let encoded = await encodeStatusList(emptyStatusList());
const flip = async (): Promise<void> => {
  const bits = await decodeStatusList(encoded);
  const index = Math.floor(Math.random() * bits.length * 8);
  writeStatus(bits, index, !readStatus(bits, index));
  encoded = await encodeStatusList(bits);
};
const lists = await perSecond(async () => readStatus(await decodeStatusList(encoded), 1));
console.log(
  `status list of 131,072: read ${lists.toFixed(0)}/s, changed ${(await perSecond(flip)).toFixed(0)}/s`,
);
