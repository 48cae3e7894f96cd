import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Operation, operations } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { assertOk } from './support/client.ts';
import { badgeImage } from './support/images.ts';
import { createBadge, createIssuer, createOwner, idFromUrl, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');

/** How to change each field of a reply: a write to an address, or `never`. */
type Changes = Record<string, ((at: string) => Promise<unknown>) | 'never'>;
const putAt =
  (parameters: object, under = '') =>
  async (at: string) =>
    assertOk(await owner.api('PUT', `${at}${under}`, { parameters }));
const wording = (subject: string) => ({ credential: { en: { subject } } });
const certificateDesign = (paper: string) => ({
  ...{ insigniaDesign: 1, kind: 'certificate', paper, orientation: 'portrait', layers: [] },
});
const putConnection = (parameters: object) => async (at: string) =>
  assertOk(await owner.session('PUT', at, { parameters }));
const ssoProvider = {
  ...{ issuer: 'https://login.sample.example', clientId: 'sample', clientSecret: 'sample' },
};
async function createCertificate(issuerId: string): Promise<string> {
  const design = certificateDesign('a4');
  const fields = { issuerId, name: 'Diploma', design };
  return (await owner.insignia.certificates.create(fields)).certificateId;
}
const createCard = async (issuerId: string): Promise<string> => {
  const design = { insigniaDesign: 1, kind: 'card', layers: [] };
  const fields = { issuerId, name: 'Card', design };
  return (await owner.insignia.certificates.create(fields)).certificateId;
};
let fields = 0;
const newField = () => ({ attributes: [{ name: `Field ${++fields}`, type: 'text' as const }] });
const picture = async (red: number) => ({ image: await badgeImage(red) });

const setAt = (change: RawBuilder<unknown>) => async (at: string) =>
  sql`update credentials set ${change} where id = ${idFromUrl(at)}`.execute(instance.db);
const setMailAt = (change: RawBuilder<unknown>) => async (at: string) =>
  sql`update mails set ${change} where credential_id = ${idFromUrl(at)}`.execute(instance.db);
async function send(at: string): Promise<void> {
  const awardId = idFromUrl(at);
  const { recipient } = await owner.insignia.credentials.get({ awardId });
  await owner.insignia.credentials.send({ awardId, email: recipient.email });
  const get = () => owner.insignia.credentials.get({ awardId });
  await waitForCondition('it is sent', async () => (await get()).delivery === 'sent');
}
async function updateEdition(at: string): Promise<void> {
  const { badge } = await owner.insignia.credentials.get({ awardId: idFromUrl(at) });
  const { jobId = '' } = await owner.insignia.badges.update({
    ...{ badgeId: badge.id, name: 'Another', applyToIssued: true },
  });
  const get = () => owner.insignia.jobs.get({ jobId });
  await waitForCondition('it is updated', async () => (await get()).finishedAt !== null);
}

const read: Record<string, { path: () => Promise<string>; changes: Changes }> = {
  getBadge: {
    path: async () => `/badges/${await createBadge(owner, await createIssuer(owner))}`,
    changes: {
      ...{ id: 'never', issuer: 'never', timestamp: 'never' },
      name: putAt({ name: 'Another' }),
      description: putAt({ description: 'Another' }),
      criteria: putAt({ criteria: 'Another' }),
      image: async (at) => putAt(await picture(90))(at),
      designJson: putAt({ designJson: '{}' }),
      shareText: putAt({ text: 'Another' }, '/share-text'),
      tags: putAt({ tags: ['another'] }),
      alignment: putAt({ alignment: [{ targetName: 'Another', targetUrl: 'https://a.example' }] }),
      achievementType: putAt({ achievementType: 'Course' }),
      language: putAt({ language: 'de' }),
      validFor: putAt({ validFor: 'P2Y' }),
      certificateText: putAt({ certificateText: 'for another' }),
      hours: putAt({ hours: 17 }),
      credits: putAt({ credits: 2.5 }),
      attributes: putAt({ attributes: [{ name: 'Another', type: 'text' }] }),
      certificateId: async (at) => {
        const { issuer } = await owner.insignia.badges.get({ badgeId: idFromUrl(at) });
        await putAt({ certificateId: await createCertificate(idFromUrl(issuer)) })(at);
      },
      cardId: async (at) => {
        const { issuer } = await owner.insignia.badges.get({ badgeId: idFromUrl(at) });
        await putAt({ cardId: await createCard(idFromUrl(issuer)) })(at);
      },
    },
  },
  getAward: {
    path: async () => {
      const attributes = [{ name: 'Grade', type: 'text' }];
      const badgeId = await createBadge(owner, await createIssuer(owner), { attributes });
      return `/awards/${await issueAward(owner, badgeId)}`;
    },
    changes: {
      ...{ id: 'never', timestamp: 'never', supersedes: 'never' },
      badge: updateEdition,
      recipient: putAt({ recipient: { name: 'Another Name' } }),
      recipientId: putAt({ recipient: { email: 'another@example.org' } }),
      issuedOn: putAt({ issuedOn: '2019-01-01' }),
      expires: putAt({ expires: '2099-01-01' }),
      narrative: putAt({ narrative: 'Another' }),
      evidence: putAt({ evidence: [{ name: 'Another' }] }),
      attributes: putAt({ attributes: { Grade: 'A' } }),
      correctedAt: setAt(sql`corrected_at = now()`),
      shortCode: async (at) =>
        sql`update short_codes set code = 'ZZZZ-ZZZZ' where credential_id = ${idFromUrl(at)}`.execute(
          instance.db,
        ),
      delivery: send,
      deliveryStatus: setMailAt(sql`handed_to = 'file'`),
      emailStatus: setAt(sql`email_state = 2`),
      deliveryError: setMailAt(sql`state = 'failed', last_error = 'Another'`),
      state: putAt({ expires: '2020-01-01' }),
      revoked: (at) => owner.insignia.credentials.revoke({ awardId: idFromUrl(at) }),
      revocationReason: setAt(sql`revocation_reason = 'Another'`),
    },
  },
  getBrand: {
    path: async () => `/issuers/${await createIssuer(owner)}/brand`,
    changes: {
      accentColor: putAt({ accentColor: '#8a1538' }),
      shades: putAt({ accentColor: '#158a38' }),
      logo: async (at) => putAt({ logo: (await picture(30)).image })(at.replace('/brand', '')),
      logoDark: async (at) => putAt({ logoDark: (await picture(40)).image })(at),
      signatures: putAt({ signatures: [{ name: 'Another' }] }),
      website: putAt({ website: 'https://another.example' }),
      footText: putAt({ footText: 'Another' }),
      certificateStyle: putAt({ certificateStyle: 'modern' }),
      orientation: putAt({ orientation: 'portrait' }),
      paper: putAt({ paper: 'letter' }),
      language: putAt({ language: 'de' }),
      searchIndexing: putAt({ searchIndexing: true }),
      certificateId: async (at) =>
        putAt({ certificateId: await createCertificate(at.split('/')[2] ?? '') })(at),
      cardId: async (at) => putAt({ cardId: await createCard(at.split('/')[2] ?? '') })(at),
    },
  },
  getSsoConnection: {
    path: async () => {
      const fields = { name: 'Sample', protocol: 'oidc', oidc: ssoProvider };
      const sent = await owner.session('POST', '/sso/connections', { parameters: fields });
      return `/sso/connections/${assertOk(sent).body.connectionId}`;
    },
    changes: {
      ...{ connectionId: 'never', protocol: 'never', createdAt: 'never', saml: 'never' },
      name: putConnection({ name: 'Another' }),
      oidc: putConnection({ oidc: { clientId: 'another' } }),
      domains: async (at) => {
        const domain = 'sample.example.org';
        assertOk(await owner.session('POST', '/sso/domains', { parameters: { domain } }));
        await putConnection({ domains: [domain] })(at);
      },
      roles: putConnection({ roles: { claim: 'groups' } }),
      provisioning: putConnection({ provisioning: 'onSignIn' }),
      enforced: putConnection({ enforced: true, breakGlassEmail: owner.email }),
      breakGlassEmail: putConnection({ enforced: false, breakGlassEmail: null }),
      disabled: (at) =>
        sql`update sso_connections set disabled_at = now() where id = ${idFromUrl(at)}`.execute(
          instance.db,
        ),
      updatedAt: putConnection({ name: 'Yet another' }),
      warnings: putConnection({ oidc: { secretExpiresAt: '2020-01-01' } }),
    },
  },
  getLtiPlatform: {
    path: async () => {
      const platform = {
        ...{ name: 'Sample', issuer: 'https://sample.example', clientId: owner.accountId },
        ...{ deploymentIds: ['1'], authorizationUrl: 'https://sample.example/authorize' },
        tokenUrl: 'https://sample.example/token',
        jwksUrl: 'https://sample.example/keys',
      };
      const sent = await owner.api('POST', '/lti/platforms', { parameters: platform });
      return `/lti/platforms/${assertOk(sent).body.platformId}`;
    },
    changes: {
      ...{ platformId: 'never', issuer: 'never', clientId: 'never', createdAt: 'never' },
      name: putAt({ name: 'Another' }),
      deploymentIds: putAt({ deploymentIds: ['2'] }),
      authorizationUrl: putAt({ authorizationUrl: 'https://sample.example/other' }),
      tokenUrl: putAt({ tokenUrl: 'https://sample.example/other' }),
      jwksUrl: putAt({ jwksUrl: 'https://sample.example/other' }),
      disabled: (at) =>
        sql`update lti_platforms set disabled_at = now() where id = ${idFromUrl(at)}`.execute(
          instance.db,
        ),
      updatedAt: putAt({ name: 'Yet another' }),
    },
  },
  getCertificate: {
    path: async () => {
      const issuerId = await createIssuer(owner);
      return `/issuers/${issuerId}/certificates/${await createCertificate(issuerId)}`;
    },
    changes: {
      ...{ certificateId: 'never', kind: 'never', createdAt: 'never' },
      name: putAt({ name: 'Another' }),
      design: putAt({ design: certificateDesign('letter') }),
      paper: putAt({ design: certificateDesign('a4') }),
      orientation: putAt({ design: { ...certificateDesign('a4'), orientation: 'landscape' } }),
      updatedAt: putAt({ name: 'Yet another' }),
      badges: async (at) => {
        const [, , issuerId = '', , certificateId = ''] = at.split('/');
        await createBadge(owner, issuerId, { certificateId });
      },
      isDefault: async (at) => {
        const [, , issuerId = '', , certificateId = ''] = at.split('/');
        await owner.insignia.issuers.updateBrand({ issuerId, certificateId });
      },
    },
  },
  getEmailTemplates: {
    path: async () => '/email-templates',
    changes: {
      templates: putAt(wording('Another')),
      inherited: 'never',
      placeholders: async () => createBadge(owner, await createIssuer(owner), newField()),
    },
  },
  getIssuerEmailTemplates: {
    path: async () => `/issuers/${await createIssuer(owner)}/email-templates`,
    changes: {
      templates: putAt(wording('Another')),
      inherited: async () => putAt(wording('Of the account'))('/email-templates'),
      placeholders: (at) => createBadge(owner, at.split('/')[2] ?? '', newField()),
    },
  },
  getBadgeEmailTemplates: {
    path: async () =>
      `/badges/${await createBadge(owner, await createIssuer(owner))}/email-templates`,
    changes: {
      templates: putAt(wording('Another')),
      inherited: async () => putAt(wording('For all badges'))('/email-templates'),
      placeholders: (at) => putAt(newField())(at.replace('/email-templates', '')),
    },
  },
  getIssuer: {
    path: async () => `/issuers/${await createIssuer(owner, { email: 'registrar@uni.example' })}`,
    changes: {
      ...{ id: 'never', timestamp: 'never' },
      name: putAt({ name: 'Another' }),
      url: putAt({ url: 'https://another.example' }),
      email: putAt({ email: 'dean@uni.example' }),
      logo: async (at) => putAt({ logo: (await picture(60)).image })(at),
      linkedinOrganizationId: putAt({ linkedinOrganizationId: '7' }),
      // The owner's address needs no code.
      verified: (at) => putAt({ email: owner.email })(at),
    },
  },
};

const tagged = Object.entries<Operation>(operations).filter(
  ([, { tagged, method }]) => tagged && method === 'GET',
);

test('every field in a response with an ETag changes the ETag', async () => {
  assert.deepEqual(Object.keys(read).sort(), tagged.map(([id]) => id).sort());
  for (const [id, { reply }] of tagged) {
    assert.ok(reply instanceof z.ZodObject);
    const { path, changes } = read[id] ?? assert.fail();
    assert.deepEqual(Object.keys(changes).sort(), Object.keys(reply.shape).sort(), id);
    const at = await path();
    const readAgain = async () => {
      // No key reads connections.
      const send = at.startsWith('/sso/') ? owner.session : owner.api;
      const { body, headers } = assertOk(await send('GET', at));
      return { body: body.info ?? body, etag: headers.get('etag') };
    };
    for (const [field, change] of Object.entries(changes)) {
      if (change === 'never') continue;
      const was = await readAgain();
      await change(at);
      const is = await readAgain();
      assert.notDeepEqual(is.body[field], was.body[field], `${id}: ${field} did not change`);
      assert.notEqual(is.etag, was.etag, `${id}: ${field} is not in the ETag`);
      assert.equal((await readAgain()).etag, is.etag);
    }
  }
});
