import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPathBuilder, pagePaths } from '@insignia/contract';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { badgeImage } from './support/images.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const anyone = createTestClient(instance.url);
const owner = await createOwner(instance);
const issuerId = await createIssuer(owner);

const buildPagePath = (badge: string) => createPathBuilder(pagePaths.badge)(badge);
const json = { accept: 'application/json' };
const skill = {
  ...{ targetName: 'Sailing <at> sea', targetUrl: 'https://framework.example/sailing?a={b}' },
  ...{ targetDescription: 'In any weather', targetFramework: 'ESCO', targetCode: 'S1.2' },
};
const plain = { targetName: 'Knots', targetUrl: 'https://framework.example/knots' };
const details = {
  ...{ tags: ['sea', 'Wind & weather'], alignment: [skill, plain] },
  ...{ achievementType: 'MicroCredential', language: 'en-GB' },
};
const edit = (id: string, parameters: object, headers = {}) =>
  owner.api('PUT', `/badges/${id}`, { parameters }, headers);
const detailsIn = async (id: string) => {
  const { tags, alignment, achievementType, language } = await owner.insignia.badges.get({
    badgeId: id,
  });
  return { tags, alignment, achievementType, language };
};
const nothing = {
  ...{ tags: undefined, alignment: undefined, achievementType: undefined, language: undefined },
};

test('skills, topics, kind and language of a badge are in its documents of both editions', async () => {
  const badge = await createBadge(owner, issuerId, details);
  assert.deepEqual(await detailsIn(badge), details);
  const { body: hosted } = assertOk(
    await anyone('GET', `/certify-badge/badge/${badge}`, undefined, json),
  );
  assert.deepEqual([hosted.tags, hosted.alignment], [details.tags, details.alignment]);
  assert.deepEqual([hosted.achievementType, hosted.language], [undefined, undefined]);
  const id = await issueAward(owner, badge);
  const { body: signed } = assertOk(await anyone('GET', `/credentials/${id}/vc`));
  const { tag, alignment, achievementType, inLanguage } = signed.credentialSubject.achievement;
  assert.deepEqual([tag, achievementType, inLanguage], [details.tags, 'MicroCredential', 'en-GB']);
  assert.deepEqual(alignment, [
    { type: ['Alignment'], ...skill },
    { type: ['Alignment'], ...plain },
  ]);
});

test('a certificate text is on the page of a credential and in no document', async () => {
  const certificateText = 'for completing **16 hours** of practice';
  const badge = await createBadge(owner, issuerId, { certificateText });
  const read = async () => (await owner.insignia.badges.get({ badgeId: badge })).certificateText;
  assert.equal(await read(), certificateText);
  const id = await issueAward(owner, badge);
  const page = await (await fetch(`${instance.url}/credentials/${id}`)).text();
  assert.match(page, /for completing <strong>16 hours<\/strong> of practice/);
  const documents = [`/certify-badge/badge/${badge}`, `/credentials/${id}/vc`];
  for (const path of documents) {
    const { text } = assertOk(await anyone('GET', path, undefined, json));
    assert.doesNotMatch(text, /16 hours|certificateText/);
  }
  for (const wrong of ['', 'x'.repeat(601), 'a\u0007', 7])
    assertRefused(
      await edit(badge, { certificateText: wrong }),
      400,
      'invalid_request',
      'certificateText',
    );
  assert.equal(await read(), certificateText);
  assertOk(await edit(badge, { certificateText: null }));
  assert.equal(await read(), undefined);
});

test('hours and credits are on pages, and the credits in the signed document only', async () => {
  const badge = await createBadge(owner, issuerId, { hours: 1_200, credits: 2.5 });
  const { hours, credits } = await owner.insignia.badges.get({ badgeId: badge });
  assert.deepEqual([hours, credits], [1_200, 2.5]);
  const id = await issueAward(owner, badge);
  for (const path of [buildPagePath(badge), `/credentials/${id}`]) {
    const page = await (await fetch(`${instance.url}${path}`)).text();
    assert.match(page, /<dt[^>]*>Hours<\/dt><dd><bdi>1,200</, path);
    assert.match(page, /<dt[^>]*>Credits<\/dt><dd><bdi>2\.5</, path);
  }
  const { text: hosted } = assertOk(
    await anyone('GET', `/certify-badge/badge/${badge}`, undefined, json),
  );
  assert.doesNotMatch(hosted, /hours|credits/i);
  const read = async (award: string) =>
    assertOk(await anyone('GET', `/credentials/${award}/vc`)).body.credentialSubject.achievement;
  const achievement = await read(id);
  assert.deepEqual([achievement.creditsAvailable, achievement.hours], [2.5, undefined]);
  for (const wrong of [0, -1, 100_001, 1.234, '16', true])
    for (const name of ['hours', 'credits'])
      assertRefused(await edit(badge, { [name]: wrong }), 400, 'invalid_request', name);
  assertOk(await edit(badge, { credits: null, hours: 16 }));
  assert.equal((await read(id)).creditsAvailable, 2.5);
  assert.equal((await read(await issueAward(owner, badge))).creditsAvailable, undefined);
  const after = await owner.insignia.badges.get({ badgeId: badge });
  assert.deepEqual([after.hours, after.credits], [16, undefined]);
});

test('a badge without details has unchanged documents', async () => {
  const badge = await createBadge(owner, issuerId, { tags: [], achievementType: null });
  assert.deepEqual(await detailsIn(badge), nothing);
  const { body: hosted } = assertOk(
    await anyone('GET', `/certify-badge/badge/${badge}`, undefined, json),
  );
  assert.deepEqual(Object.keys(hosted), [
    ...['@context', 'type', 'id', 'name', 'description', 'criteria', 'image', 'issuer'],
  ]);
  const { body } = assertOk(
    await anyone('GET', `/credentials/${await issueAward(owner, badge)}/vc`),
  );
  assert.deepEqual(Object.keys(body.credentialSubject.achievement), [
    ...['id', 'type', 'name', 'description', 'criteria', 'image'],
  ]);
});

test('updates keep fields not sent and clear fields sent empty; signed documents stay unchanged', async () => {
  const badge = await createBadge(owner, issuerId, details);
  const id = await issueAward(owner, badge);
  const { text } = assertOk(await anyone('GET', `/credentials/${id}/vc`));
  assertOk(await edit(badge, { name: 'Sailor' }));
  assert.deepEqual(await detailsIn(badge), details);
  assertOk(await edit(badge, { alignment: [], language: null }));
  const left = { ...nothing, tags: details.tags, achievementType: 'MicroCredential' };
  assert.deepEqual(await detailsIn(badge), left);
  const later = assertOk(await anyone('GET', `/credentials/${await issueAward(owner, badge)}/vc`));
  assert.equal(later.body.credentialSubject.achievement.alignment, undefined);
  assertOk(await edit(badge, { tags: [], achievementType: null }));
  assert.deepEqual(await detailsIn(badge), nothing);
  assert.equal(assertOk(await anyone('GET', `/credentials/${id}/vc`)).text, text);
});

test('the ETag returned by a write equals the one that is read', async () => {
  const badge = await createBadge(owner, issuerId);
  const written = assertOk(await edit(badge, { ...details, alignment: [plain, skill] }));
  const read = assertOk(await owner.api('GET', `/badges/${badge}`));
  assert.equal(written.headers.get('etag'), read.headers.get('etag'));
  assertRefused(
    await edit(badge, { tags: ['x'] }, { 'if-match': '"old"' }),
    412,
    'precondition_failed',
  );
});

test('pages show the kind, the skills with their framework, and the topics, as text', async () => {
  const badge = await createBadge(owner, issuerId, details);
  const id = await issueAward(owner, badge);
  for (const path of [buildPagePath(badge), `/credentials/${id}`]) {
    const answer = await fetch(`${instance.url}${path}`, { headers: { accept: 'text/html' } });
    const page = await answer.text();
    assert.match(page, /Skills and standards/, path);
    assert.match(page, /<dt[^>]*>Type of achievement<\/dt><dd[^>]*>Micro-credential</);
    assert.match(
      page,
      /<a href="https:\/\/framework.example\/sailing\?a={b}"[^>]*>Sailing &lt;at&gt; sea</,
    );
    assert.match(page, /ESCO · S1\.2/);
    assert.match(page, /<li dir="auto">Wind &amp; weather</);
  }
  const own = await createBadge(owner, issuerId, { achievementType: 'ext:SailingLicence' });
  assert.match(
    await (await fetch(`${instance.url}${buildPagePath(own)}`)).text(),
    /Sailing Licence/,
  );
});

test('all errors are reported at once', async () => {
  const alike = (n: number) => Array.from({ length: n }, () => plain);
  const refused = async (more: object, ...fields: string[]) => {
    const words = {
      name: 'N',
      description: 'D',
      criteria: 'C',
      image: await badgeImage(),
      issuerId,
    };
    const answer = await owner.api('POST', '/badges', { parameters: { ...words, ...more } });
    for (const field of fields) assertRefused(answer, 400, 'invalid_request', field);
  };
  await refused({ tags: Array.from({ length: 21 }, () => 'x') }, 'tags');
  await refused({ tags: ['', 'a\nb'], language: 'x' }, 'tags.0', 'tags.1', 'language');
  await refused({ tags: 'sea', alignment: { targetName: 'x' } }, 'tags', 'alignment');
  await refused({ alignment: alike(51) }, 'alignment');
  await refused(
    {
      alignment: [
        { targetName: 'x', targetUrl: 'javascript:alert(1)' },
        { targetUrl: plain.targetUrl },
      ],
    },
    'alignment.0.targetUrl',
    'alignment.1.targetName',
  );
  await refused({ achievementType: 'Medal' }, 'achievementType');
  const badge = await createBadge(owner, issuerId, {
    ...{ achievementType: 'ext:Medal', alignment: alike(50) },
  });
  const found = await anyone('GET', `/credentials/${await issueAward(owner, badge)}/vc`);
  assert.equal(assertOk(found).body.credentialSubject.achievement.alignment.length, 50);
});
