import { exampleIds, type Operation, type OperationId, operations } from '@insignia/contract';
import { sql } from 'kysely';
import { newId } from '../../src/kernel/id.ts';
import { assertOk, createTestClient } from './client.ts';
import { signForeign } from './foreign-credential.ts';
import { badgeImage, dataUri, pngBytes } from './images.ts';
import { bounceToken, type Instance } from './instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
} from './people.ts';
import { waitForCondition } from './wait-for-condition.ts';
import { openWalletOffer } from './wallet-access.ts';

/** One of everything an account can have, by parameter name. */
export type World = {
  owner: Owner;
  ids: Record<string, string>;
  /** For a directory. */
  provisioningToken: string;
};

const details = {
  tags: ['Sample'],
  alignment: [
    {
      ...{ targetName: 'Sample', targetUrl: 'https://a.example/1', targetDescription: 'Sample' },
      ...{ targetFramework: 'Sample', targetCode: 'Sample' },
    },
  ],
  achievementType: 'Badge',
  language: 'en',
  validFor: 'P1Y',
  certificateText: 'for sampling',
  ...{ hours: 16, credits: 2.5 },
  attributes: [{ name: 'Sample', type: 'number', resultType: 'RawScore' }],
};

const samplePasskey = (...fields: string[]) => ({
  ...{ id: 'sample', rawId: 'sample', type: 'public-key' },
  response: {
    clientDataJSON: Buffer.from('{"challenge":"sample"}').toString('base64url'),
    ...Object.fromEntries(fields.map((field) => [field, 'sample'])),
  },
});

export async function createWorld(instance: Instance): Promise<World> {
  const owner = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(owner);
  const { attributes } = details;
  const badgeId = await createBadge(owner, issuerId, { attributes });
  const awardId = await issueAward(owner, badgeId, { expires: '2090-01-01' });
  const { keyId } = (await owner.bearer('GET', '/api-keys')).body.items[0];
  const sessionId = (await owner.session('GET', '/api/auth/list-sessions')).body.items[0].id;
  const { insignia } = owner;
  const { collectionId } = (
    await owner.session('POST', '/my/collections', { parameters: { name: 'Sample' } })
  ).body;
  const [{ addressId }] = (await owner.session('GET', '/my/addresses')).body.items;
  const document = await signForeign(owner.email);
  const { importedId } = assertOk(await owner.session('POST', '/my/imports', { document }), 201)
    .body.imported;
  const memberId = (await insignia.members.list()).items[0]?.memberId ?? '';
  await insignia.credentials.send({ awardId, email: 'sample@example.org' });
  const { recipientId } = await insignia.credentials.get({ awardId });
  const mailId = (await insignia.mail.list()).items[0]?.mailId ?? '';
  const { importId } = await insignia.imports.create({ badgeId, dryRun: true, file: sampleCsv });
  const { migrationId } = await insignia.migrations.create({
    ...{ source: 'moodle', mode: 'reissue', issuerId, dryRun: true, file: sampleExport },
  });
  const { jobId } = await insignia.credentials.sendMany({ awardIds: [awardId] });
  const { id: webhookId } = await insignia.webhooks.create({ url: 'https://sample.invalid' });
  const { deliveryId } = await insignia.webhooks.test({ webhookId });
  const { credentialStatus } = assertOk(
    await createTestClient(instance.url)('GET', `/credentials/${awardId}/vc`),
  ).body;
  const { claimId, code: claimCode } = await insignia.claims.create({ badgeId, approval: true });
  const claimRequestId = newId();
  await sql`insert into claim_requests (id, claim_id, account_id, mail_id, name, email, email_search, created_at)
    values (${claimRequestId}, ${claimId}, ${owner.accountId}, ${mailId}, 'Sample', 'sample@example.org', 'sample@example.org', now())`.execute(
    instance.db,
  );
  const requestId = newId();
  await sql`insert into recipient_requests (id, account_id, credential_id, kind, message, created_at)
    values (${requestId}, ${owner.accountId}, ${awardId}, 'correction', 'Sample', now())`.execute(
    instance.db,
  );
  const { certificateId } = await insignia.certificates.create({
    ...{ issuerId, name: 'Sample', design: sampleDesign },
  });
  const domain = `sample-${newId()}.example.org`;
  const connection = { ...sampleConnection, domains: [domain] };
  assertOk(await owner.session('POST', '/sso/domains', { parameters: { domain } }));
  const { connectionId } = assertOk(
    await owner.session('POST', '/sso/connections', { parameters: connection }),
  ).body;
  const offerToken = await openWalletOffer(instance, awardId);
  const listId = idFromUrl(credentialStatus.statusListCredential);
  const issuerKeyId = (await owner.insignia.issuers.keys({ issuerId })).items[0]?.keyId ?? '';
  const role = { parameters: { role: 'viewer' } };
  const { tokenId, token: provisioningToken } = assertOk(
    await owner.session('POST', '/provisioning/tokens', role),
  ).body;
  const clientId = newId();
  const { platformId } = assertOk(
    await owner.api('POST', '/lti/platforms', { parameters: describePlatform(clientId) }),
  ).body;
  const parameters = { email: `heir-${newId()}@example.org` };
  const offerIssuer = () => owner.session('POST', `/issuers/${issuerId}/transfer`, { parameters });
  // Offers are refused while imports, migrations and bulk jobs run.
  let offered = await offerIssuer();
  await waitForCondition('the issuer is offered', async () => {
    if (offered.status === 409) offered = await offerIssuer();
    return offered.status !== 409;
  });
  const { transferId } = assertOk(offered).body;
  const ids = {
    transferId,
    listId,
    tokenId,
    platformId,
    clientId,
    issuerKeyId,
    memberId,
    addressId,
    collectionId,
    importedId,
    webhookId,
    deliveryId,
    importId,
    migrationId,
    jobId,
    certificateId,
    claimId,
    claimCode,
    claimRequestId,
    requestId,
    connectionId,
    domain,
    offerToken,
    event: 'ping',
    mailId,
    recipientId,
    token: bounceToken,
    issuerId,
    badgeId,
    awardId,
    keyId,
    sessionId,
    guid: awardId,
    awardGuid: awardId,
    code: 'x',
    cid: 'x',
  };
  return { owner, ids, provisioningToken };
}

export const sampleCsv = 'name,email,issuedOn\nSample Person,sample@example.org,2026-01-01\n';
const sampleExport =
  'Name,Full name,Email address,Date issued\nSample,Sample Person,sample@example.org,2026-01-01\n';
/** The file of an operation that takes one. */
export const getSampleFile = (id: string): string =>
  id === 'createMigration'
    ? sampleExport
    : id === 'replaceRedirects'
      ? 'host,path,id\n'
      : sampleCsv;
export const csvHeaders = { 'content-type': 'text/csv' };

type Ids = Record<string, string>;

const template = { subject: 'Sample', greeting: 'Sample', text: 'Sample', button: 'Sample' };
const inLanguages = { en: template, de: template, fr: template, es: template, ar: template };
const { button: _, ...withoutButton } = template;
const emailTemplates = {
  credential: inLanguages,
  reminder: inLanguages,
  claimCode: Object.fromEntries(Object.keys(inLanguages).map((code) => [code, withoutButton])),
};
const sampleEmail = ({ issuerId = '', badgeId = '', awardId = '' }: Ids) => ({
  ...{ message: 'credential', language: 'en', issuerId, badgeId, credentialId: awardId, template },
});

/** A certificate design with the badge's picture. */
export const sampleDesign = {
  ...{ insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'portrait' },
  layers: [
    { id: 'badge', type: 'badge', x: 80, y: 40, width: 50, height: 50 },
    { id: 'name', type: 'text', x: 20, y: 100, width: 170, height: 20, text: 'Sample', size: 30 },
  ],
};

const sampleConnection = {
  name: 'Sample',
  oidc: {
    ...{ issuer: 'https://login.sample.example', clientId: 'sample', clientSecret: 'sample' },
    ...{ scopes: ['openid', 'email'], secretExpiresAt: '2099-01-01' },
  },
  roles: { claim: 'groups', map: { sample: 'editor' }, default: 'viewer' },
  ...{ protocol: 'oidc', domains: [] as string[], provisioning: 'invited' },
  ...{ enforced: false, breakGlassEmail: null },
};

/** An issuer with a client ID is registered once. */
const describePlatform = (clientId: string) => ({
  ...{ name: 'Sample', issuer: 'https://sample.example', clientId, deploymentIds: ['1'] },
  authorizationUrl: 'https://sample.example/authorize',
  tokenUrl: 'https://sample.example/token',
  jwksUrl: 'https://sample.example/keys',
});

type Samples<T> = Partial<Record<OperationId, (ids: Ids) => T>>;

/** Bodies with more fields than the example of their operation. */
const ownBodies: Samples<Promise<object> | object> = {
  signUp: () => ({
    ...{ name: 'Some Body', email: 'sample@example.org', password: 'correct horse' },
    organization: 'Sample School',
  }),
  confirmEmail: () => ({ token: 'x'.repeat(43), password: 'correct horse' }),
  signIn: () => ({ email: 'sample@example.org', password: 'correct horse' }),
  requestEmailCode: () => ({ email: 'sample@example.org' }),
  confirmEmailCode: () => ({ email: 'sample@example.org', code: '123456' }),
  createCollection: () => ({ name: 'Sample', description: 'Sample', credentials: [] }),
  updateCollection: () => ({
    ...{ name: 'Sample', description: 'Sample', credentials: [] },
    ...{ shared: true, expires: '2099-01-01' },
  }),
  updateProfile: () => ({
    ...{ handle: 'sample-person', name: 'Sample', about: 'Sample', credentials: [] },
    ...{ public: false, searchIndexing: false },
  }),
  importCredential: () => ({ url: 'https://sample.invalid/assertion', document: '{}' }),
  addAddress: () => ({ email: 'another@example.org' }),
  confirmAddress: () => ({ code: '123456' }),
  createRequest: () => ({
    kind: 'erasure',
    message: 'Sample',
    name: 'Sample',
    email: 'sample@example.org',
  }),
  requestPasswordReset: () => ({ email: 'sample@example.org' }),
  resetPassword: () => ({
    token: 'x'.repeat(24),
    newPassword: 'correct horse',
    revokeKeys: false,
  }),
  enableTotp: () => ({ password: 'wrong password' }),
  verifyTotp: () => ({ code: '123456' }),
  verifyRecoveryCode: () => ({ code: '7h3k2-m9qxt' }),
  replaceRecoveryCodes: () => ({ code: '123456' }),
  disableTotp: () => ({ code: '123456' }),
  startPasskey: () => ({ password: 'wrong password' }),
  addPasskey: () => ({ name: 'Sample', response: samplePasskey('attestationObject') }),
  renamePasskey: () => ({ id: '01900000-0000-7000-8000-000000000000', name: 'Sample' }),
  removePasskey: () => ({ id: '01900000-0000-7000-8000-000000000000', code: '123456' }),
  signInWithPasskey: () => ({
    response: samplePasskey('authenticatorData', 'signature', 'userHandle'),
  }),
  changePassword: () => ({ currentPassword: 'wrong password', newPassword: 'correct horse' }),
  revokeSession: ({ sessionId }) => ({ sessionId }),
  createKey: () => ({ name: 'Sample', scope: 'read' }),
  inviteMember: () => ({ email: 'sample@example.org', role: 'viewer' }),
  acceptInvitation: () => ({ inviteId: '01900000-0000-7000-8000-000000000000' }),
  changeRole: ({ memberId }) => ({ memberId, role: 'viewer' }),
  updateAccount: () => ({ name: 'Sample' }),
  updateAccountSecurity: () => ({ requireSecondFactor: false }),
  createSsoConnection: () => sampleConnection,
  updateSsoConnection: () => sampleConnection,
  createLtiPlatform: () => describePlatform(newId()),
  updateLtiPlatform: ({ clientId = '' }) => describePlatform(clientId),
  createIssuer: async () => ({
    name: 'Sample',
    url: 'https://sample.example',
    email: 'sample@example.org',
    logo: await badgeImage(),
    linkedinOrganizationId: '1',
  }),
  verifyIssuer: ({ issuerId }) => ({ code: 'f'.repeat(32), issuerId }),
  updateIssuer: async () => ({
    name: 'Sample',
    url: 'https://sample.example',
    email: 'sample@example.org',
    logo: await badgeImage(),
    linkedinOrganizationId: '1',
  }),
  updateBrand: async () => ({
    ...(await brand()),
    certificateId: null,
    cardId: null,
    applyToIssued: false,
  }),
  updateCertificate: () => ({ name: 'Sample', design: sampleDesign, applyToIssued: false }),
  previewCertificate: ({ awardId }) => ({
    ...{ design: sampleDesign, file: 'certificate.png', credentialId: awardId },
    recipientName: 'Sample',
  }),
  updateEmailTemplates: () => emailTemplates,
  updateIssuerEmailTemplates: () => emailTemplates,
  updateBadgeEmailTemplates: () => emailTemplates,
  previewEmailTemplate: sampleEmail,
  testEmailTemplate: sampleEmail,
  previewBrand: async ({ awardId }) => ({
    ...(await brand()),
    ...{ file: 'card.png', recipientName: 'Sample', credentialId: awardId },
  }),
  createBadge: async ({ issuerId }) => ({
    name: 'Sample',
    description: 'Sample',
    criteria: 'Sample',
    image: await badgeImage(),
    issuerId,
    shareText: 'Sample',
    designJson: '{}',
    certificateId: null,
    cardId: null,
    ...details,
  }),
  updateBadge: async ({ badgeId }) => ({
    applyToIssued: false,
    badgeId,
    name: 'Sample',
    description: 'Sample',
    criteria: 'Sample',
    image: await badgeImage(),
    designJson: '{}',
    certificateId: null,
    cardId: null,
    ...details,
  }),
  addDesignPicture: async () => ({ image: await badgeImage(), use: 'background' }),
  lookUpAlignment: () => ({ url: 'https://sample.invalid/skill', language: 'en' }),
  findHolders: () => ({ emails: ['sample@example.org'] }),
  updateShareText: () => ({ text: 'Sample' }),
  revokeIssuerKeys: ({ issuerKeyId }) => ({
    keyId: issuerKeyId,
    since: '2026-01-01T00:00:00Z',
    reason: 'sample',
  }),
  revokeAward: ({ awardId }) => ({ awardId, reason: 'sample' }),
  correctAward: ({ awardId }) => ({
    ...{ awardId, issuedOn: '2026-01-01', expires: '2027-01-01', narrative: 'Sample' },
    recipient: { name: 'Sample Person', email: 'sample@example.org' },
    evidence: [
      {
        ...{ id: 'https://a.example/1', name: 'Sample', description: 'Sample' },
        ...{ narrative: 'Sample', genre: 'Sample', audience: 'Sample' },
      },
    ],
    ...{ attributes: { Sample: '1' }, reason: 'Sample', notify: false },
  }),
  renewAward: ({ awardId }) => ({ awardId, expires: '2099-01-01' }),
  correctRecipient: ({ recipientId }) => ({
    ...{ recipientId, name: 'Sample Person', email: 'sample@example.org' },
    ...{ reason: 'Sample', notify: false },
  }),
  revokeAwards: ({ awardId }) => ({ awardIds: [awardId], reason: 'sample' }),
  sendAwards: ({ awardId }) => ({ awardIds: [awardId], onEmailed: 'skip' }),
  sendAward: ({ awardId }) => ({ awardId, email: 'sample@example.org' }),
  shareAward: ({ awardId }) => ({
    awardId,
    recipients: 'one@example.org, two@example.org',
    subject: 'Sample',
    message: 'Sample',
  }),
  sendPublic: ({ guid }) => ({
    guid,
    recipients: 'one@example.org, two@example.org',
    subject: 'Sample',
    message: 'Sample',
  }),
  verifyPosted: () => ({
    url: 'https://sample.invalid/assertion',
    document: '{}',
    email: 'sample@example.org',
  }),
  walletOfferExchange: () => ({ verifiablePresentation: { type: 'VerifiablePresentation' } }),
  createClaim: () => ({ limit: 100, expires: '2099-06-30', approval: false, fields: ['Sample'] }),
  claimCredential: () => ({ name: 'Sample Person', email: 'sample@example.org' }),
  createWebhook: () => ({ url: 'https://sample.invalid', events: ['credential.issued'] }),
  redeliverSince: () => ({ since: '2026-01-01' }),
  recordEngagement: ({ awardGuid }) => ({ awardGuid, kind: 'share', network: 'copy' }),
  reportBounces: () => ({ bounces: [{ kind: 'hard', recipient: 'sample@example.org' }] }),
  createAward: ({ badgeId }) => ({
    badgeId,
    recipient: { name: 'Sample Person', email: 'sample@example.org' },
    issuedOn: '2026-01-01',
    expires: '2027-01-01',
    narrative: 'Sample',
    evidence: [
      {
        ...{ id: 'https://a.example/1', name: 'Sample', description: 'Sample' },
        ...{ narrative: 'Sample', genre: 'Sample', audience: 'Sample' },
      },
    ],
    attributes: { Sample: '1' },
    onDuplicate: 'issue',
  }),
};

const all = Object.entries(operations) as [OperationId, Operation][];

/** A valid body for each operation that takes JSON: its own above, or its example. */
export const sampleBodies: Samples<Promise<object> | object> = Object.fromEntries(
  all
    .filter(([id, { body, accepts }]) => ownBodies[id] || (body && !accepts))
    .map(([id, { examples }]) => [
      id,
      ownBodies[id] ?? ((ids: Ids) => withIds(examples?.body, ids) as object),
    ]),
);

const exampleIdNames = Object.entries({
  issuerId: [exampleIds.issuer, exampleIds.issuerGuid],
  badgeId: [exampleIds.badge, exampleIds.badgeGuid],
  awardId: [exampleIds.award, exampleIds.awardGuid],
  importId: [exampleIds.import],
  migrationId: [exampleIds.migration],
  jobId: [exampleIds.job],
  certificateId: [exampleIds.certificate],
  claimId: [exampleIds.claim],
  claimRequestId: [exampleIds.claimRequest],
  requestId: [exampleIds.request],
  mailId: [exampleIds.mail],
  recipientId: [exampleIds.recipient],
  keyId: [exampleIds.key],
  tokenId: [exampleIds.provisioningToken],
  memberId: [exampleIds.member],
  webhookId: [exampleIds.webhook],
  deliveryId: [exampleIds.delivery],
  issuerKeyId: [exampleIds.issuerKey],
  sessionId: [exampleIds.session],
  connectionId: [exampleIds.connection],
  platformId: [exampleIds.platform],
  transferId: [exampleIds.transfer],
});

/** An example about things that exist: its ids are replaced by those of a world. */
function withIds(example: unknown, ids: Ids): unknown {
  let text = JSON.stringify(example);
  for (const [name, written] of exampleIdNames)
    for (const each of written) text = text.replaceAll(each, ids[name] ?? each);
  return JSON.parse(text);
}

/** Query strings that refer to a user's resources. */
export const sampleQueries: Partial<Record<OperationId, (ids: Ids) => string[]>> = {
  listBadges: ({ badgeId }) => [`badgeId=${badgeId}`, `badgeId=${badgeId}&includeShareText=true`],
  createImport: ({ badgeId }) => [`badgeId=${badgeId}`],
  createMigration: ({ issuerId }) => [`source=moodle&mode=reissue&issuerId=${issuerId}`],
  exportAwards: ({ badgeId }) => [`filter=${encodeURIComponent(JSON.stringify({ badgeId }))}`],
  listMail: ({ awardId }) => [`awardId=${awardId}`],
  countAwards: ({ badgeId }) => [`filter=${encodeURIComponent(JSON.stringify({ badgeId }))}`],
  previewKeyRevocation: ({ issuerKeyId }) => [`keyId=${issuerKeyId}`],
  listAwards: ({ badgeId }) => [`filter=${encodeURIComponent(JSON.stringify({ badgeId }))}`],
};

/** Headers of an authorized caller. */
export function createHeaders(
  { access }: Operation,
  { owner }: Pick<World, 'owner'>,
  origin: string,
): Record<string, string> {
  if (access === 'public') return {};
  const isPersonal = access.who === 'person' || access.personOnly;
  return isPersonal ? { cookie: owner.cookie, origin } : { 'x-api-key': owner.key };
}

export function fillPath(path: string, ids: Ids): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const id = ids[name];
    if (!id) throw new Error(`tests/support/samples.ts has no id for :${name} of ${path}`);
    return id;
  });
}

async function brand() {
  return {
    accentColor: '#8a1538',
    logoDark: await badgeImage(),
    signatures: [{ name: 'Sample', title: 'Sample', picture: dataUri(await pngBytes(120, 40)) }],
    website: 'https://sample.example',
    footText: 'Sample',
    certificateStyle: 'academic',
    orientation: 'portrait',
    paper: 'letter',
    language: 'de',
    searchIndexing: true,
  };
}
