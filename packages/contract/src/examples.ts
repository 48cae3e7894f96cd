/** An 8 × 8 pixel PNG. */
export const examplePicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPgL8vDihiGlgQApWE8wYpLEGkAAAAASUVORK5CYII=';

export const exampleClaimCode = 'K7QM4XN2TPVD';
export const exampleOfferToken = 'AaH_NaAAcACAAAAAAAAAA3vQ0mJ8kXw1T5bZc6LrYpE';
const home = 'https://badges.example.org';
const documents = `${home}/certify-badge`;
const numbered = (n: number): string => `01a1ff35-a000-7000-8000-${String(n).padStart(12, '0')}`;

/** Addresses and ids of one sample account, used by all examples. */
export const exampleIds = {
  home,
  issuer: `${documents}/issuer/${numbered(1)}`,
  issuerGuid: numbered(1),
  badge: `${documents}/badge/${numbered(2)}`,
  badgeGuid: numbered(2),
  award: `${documents}/award/${numbered(3)}`,
  awardGuid: numbered(3),
  image: `${home}/ipfs/bafkreie7q5rtzwxkkb2tqqwjxvzmzq3fvbgbo2yrm5vsgfr7o2cwm6cwza`,
  import: numbered(4),
  migration: numbered(8),
  job: numbered(5),
  mail: numbered(6),
  recipient: '5b2c7f0e-93d4-8c1a-9f27-6e0d4b8a13c5',
  person: numbered(10),
  session: numbered(11),
  passkey: numbered(13),
  jwk: numbered(12),
  key: numbered(20),
  provisioningToken: numbered(21),
  account: numbered(30),
  member: numbered(40),
  invitation: numbered(41),
  auditEntry: numbered(50),
  webhook: numbered(60),
  delivery: numbered(61),
  certificate: numbered(90),
  claim: numbered(80),
  claimRequest: numbered(81),
  request: numbered(82),
  address: numbered(100),
  newAddress: numbered(101),
  collection: numbered(102),
  imported: numbered(103),
  /** A credential of another issuer. */
  foreign: 'https://badges.example.net/credentials/1',
  connection: numbered(110),
  platform: numbered(120),
  transfer: numbered(130),
  issuerKey: numbered(70),
  statusList: numbered(71),
  did: `did:web:badges.example.org:issuer:${numbered(1)}`,
} as const;
export const exampleRecipient = { name: 'Ada Lovelace', email: 'ada@example.org' } as const;
export const exampleMail = {
  mailId: exampleIds.mail,
  kind: 'credential',
  to: 'ada@example.org',
  subject: 'Your credential: First steps',
  state: 'sent',
  status: 'accepted',
  attempts: 1,
  lastError: null,
  awardId: exampleIds.award,
  createdAt: '2026-03-01T09:30:00.000Z',
  doneAt: '2026-03-01T09:30:05.000Z',
} as const;

const inPaths: Readonly<Record<string, string>> = {
  issuerId: exampleIds.issuerGuid,
  badgeId: exampleIds.badgeGuid,
  awardId: exampleIds.awardGuid,
  awardGuid: exampleIds.awardGuid,
  importId: exampleIds.import,
  migrationId: exampleIds.migration,
  jobId: exampleIds.job,
  mailId: exampleIds.mail,
  recipientId: exampleIds.recipient,
  keyId: exampleIds.key,
  memberId: exampleIds.member,
  tokenId: exampleIds.provisioningToken,
  webhookId: exampleIds.webhook,
  deliveryId: exampleIds.delivery,
  certificateId: exampleIds.certificate,
  claimId: exampleIds.claim,
  requestId: exampleIds.request,
  addressId: exampleIds.newAddress,
  collectionId: exampleIds.collection,
  importedId: exampleIds.imported,
  connectionId: exampleIds.connection,
  platformId: exampleIds.platform,
  transferId: exampleIds.transfer,
  domain: 'university.example.org',
  event: 'credential.issued',
  claimCode: exampleClaimCode,
  offerToken: exampleOfferToken,
  listId: exampleIds.statusList,
  cid: exampleIds.image.slice(`${home}/ipfs/`.length),
  code: '0123456789abcdef0123456789abcdef',
  token: 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE',
};
const guids = [
  ['issuer/', exampleIds.issuerGuid],
  ['/badge/', exampleIds.badgeGuid],
] as const;

/** Sample value of a path parameter. A `guid` depends on the resource in the path. */
export function getExampleParam(path: string, name: string): string {
  const of = guids.find(([part]) => path.includes(part))?.[1] ?? exampleIds.awardGuid;
  const found = name === 'guid' ? of : inPaths[name];
  if (found === undefined) throw new Error(`examples.ts has nothing for :${name} of ${path}`);
  return found;
}
