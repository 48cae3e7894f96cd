import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

let instance: Instance;
let owner: Owner;
let anyone: SendRequest;
let issuerId: string;
let badgeId: string;
before(async () => {
  instance = await startInstance();
  anyone = createTestClient(instance.url);
  owner = await createOwner(instance, 'pro');
  issuerId = await createIssuer(owner);
  badgeId = await createBadge(owner, issuerId, { attributes });
});
after(() => instance.stop());

const attributes = [
  { name: 'Grade', type: 'number' },
  { name: 'Class', type: 'text', resultType: 'LetterGrade' },
  { name: 'Sailed on', type: 'date' },
  { name: 'Vessel', type: 'text' },
] as const;
const log = {
  ...{ id: 'https://log.example/1?a=%7Bb%7D', name: 'Log <book>', description: 'Of three days' },
  ...{ narrative: '- kept\n- signed', genre: 'Log', audience: 'Examiners' },
};
const details = {
  narrative: 'Sailed **alone** & came back',
  evidence: [log, { narrative: 'A storm' }],
  attributes: { Vessel: 'Astarte', Grade: 1.3, Class: 'A+', 'Sailed on': '2026-02-28' },
};
const recipient = { name: 'Ada Lovelace', email: 'ada@example.org' };
const json = { accept: 'application/json' };
const hosted = async (id: string) =>
  assertOk(await anyone('GET', `/certify-badge/award/${id}`, undefined, json)).body;
const signed = async (id: string) => assertOk(await anyone('GET', `/credentials/${id}/vc`));
const issue = (more: object, headers = {}) =>
  owner.api(
    'POST',
    '/awards',
    { parameters: { badgeId, recipient, issuedOn: '2026-03-01', ...more } },
    headers,
  );

test('narrative, evidence and attributes read back and appear in the documents of both editions', async () => {
  const typed = [{ ...log, id: 'https://log.example/1?a={b}' }, { narrative: 'A storm' }];
  const id = await issueAward(owner, badgeId, { ...details, evidence: typed });
  const credential = await owner.insignia.credentials.get({ awardId: id });
  assert.deepEqual(
    [credential.narrative, credential.evidence],
    [details.narrative, details.evidence],
  );
  // In the badge's order, as strings.
  assert.deepEqual(Object.entries(credential.attributes ?? {}), [
    ...[
      ['Grade', '1.3'],
      ['Class', 'A+'],
      ['Sailed on', '2026-02-28'],
    ],
    ['Vessel', 'Astarte'],
  ]);
  const { narrative, evidence } = await hosted(id);
  assert.deepEqual([narrative, evidence], [details.narrative, details.evidence]);
  const { body } = await signed(id);
  assert.deepEqual(body.evidence, [
    { type: ['Evidence'], ...log },
    { type: ['Evidence'], narrative: 'A storm' },
  ]);
  const { credentialSubject: subject } = body;
  assert.equal(subject.narrative, details.narrative);
  const [grade, letter] = ['Grade', 'Class'].map((name) => `${subject.achievement.id}#${name}`);
  assert.deepEqual(subject.achievement.resultDescription, [
    { id: grade, type: ['ResultDescription'], name: 'Grade', resultType: 'Result' },
    { id: letter, type: ['ResultDescription'], name: 'Class', resultType: 'LetterGrade' },
  ]);
  assert.deepEqual(subject.result, [
    { type: ['Result'], resultDescription: grade, value: '1.3' },
    { type: ['Result'], resultDescription: letter, value: 'A+' },
  ]);
});

test('a credential without details has unchanged documents', async () => {
  const plain = await createBadge(owner, issuerId);
  const id = await issueAward(owner, plain, { evidence: [], attributes: {} });
  assert.deepEqual(Object.keys(await hosted(id)), [
    ...['@context', 'type', 'id', 'recipient', 'badge', 'image', 'issuedOn', 'verification'],
    'revoked',
  ]);
  const { body } = await signed(id);
  assert.deepEqual(Object.keys(body.credentialSubject), [
    'id',
    'type',
    'identifier',
    'achievement',
  ]);
  assert.equal(body.evidence, undefined);
  const { rows } = await sql`select details from credentials where id = ${id}`.execute(instance.db);
  assert.deepEqual(rows, [{ details: null }]);
});

test('a credential without an expiry gets that of its badge, and its event includes the date', async () => {
  const badge = await createBadge(owner, issuerId, { validFor: 'P1M' });
  const until = async (more: object) => {
    const id = await issueAward(owner, badge, { issuedOn: '2026-01-31', ...more });
    const { rows } = await sql<{ expires: string | null }>`
      select data->>'expires' as expires from events where credential_id = ${id}`.execute(
      instance.db,
    );
    return [(await owner.insignia.credentials.get({ awardId: id })).expires, rows[0]?.expires];
  };
  assert.deepEqual(await until({}), ['2026-02-28T23:59:59.999Z', '2026-02-28']);
  assert.deepEqual(await until({ expires: null }), ['2026-02-28T23:59:59.999Z', '2026-02-28']);
  assert.deepEqual(await until({ expires: '2030-01-01' }), [
    ...['2030-01-01T23:59:59.999Z', '2030-01-01'],
  ]);
  await owner.insignia.badges.update({ badgeId: badge, validFor: null });
  assert.deepEqual(await until({}), [null, null]);
});

test('a credential keeps its attribute definitions when the badge changes', async () => {
  const badge = await createBadge(owner, issuerId, { attributes: [...attributes] });
  const id = await issueAward(owner, badge, details);
  await owner.insignia.badges.update({
    badgeId: badge,
    attributes: [{ name: 'Grade', type: 'text', resultType: 'Percent' }],
  });
  // First request of the signed form.
  const { body, text } = await signed(id);
  assert.deepEqual(
    body.credentialSubject.achievement.resultDescription.map(
      ({ resultType }: { resultType: string }) => resultType,
    ),
    ['Result', 'LetterGrade'],
  );
  assert.equal(body.credentialSubject.result.length, 2);
  await owner.insignia.badges.update({ badgeId: badge, attributes: [] });
  assert.equal((await signed(id)).text, text);
  assertRefused(
    await issue({ badgeId: badge, attributes: { Grade: '1' } }),
    400,
    'invalid_request',
    'attributes.Grade',
  );
});

test('attributes are validated against the badge: each error names the attribute and the allowed ones', async () => {
  const answer = await issue({
    attributes: {
      Grade: '1,3',
      'Sailed on': '2026-02-30',
      vessel: 'a',
      Vessel: 'b',
      Colour: 'red',
    },
  });
  assertRefused(answer, 400, 'invalid_request');
  assert.deepEqual(answer.body.details, [
    { path: 'attributes.Grade', message: 'must be a number, for example 1.3' },
    { path: 'attributes.Sailed on', message: 'must be a valid date, for example 2026-03-01' },
    { path: 'attributes.Vessel', message: 'is a duplicate' },
    {
      path: 'attributes.Colour',
      message:
        "isn't an attribute of this badge. Attributes of this badge: Grade, Class, Sailed on, Vessel",
    },
  ]);
  const stranger = await createOwner(instance);
  const parameters = { badgeId, recipient, issuedOn: '2026-03-01', attributes: { Grade: 1 } };
  assertRefused(await stranger.api('POST', '/awards', { parameters }), 404, 'badge_not_found');
});

test('all errors are reported at once, in a short response even for endless input', async () => {
  const assertFieldsRefused = async (more: object, ...fields: string[]) => {
    const answer = await issue(more);
    for (const field of fields) assertRefused(answer, 400, 'invalid_request', field);
    assert.ok(answer.text.length < 10_000);
  };
  await assertFieldsRefused({ evidence: [{ id: 'javascript:alert(1)' }] }, 'evidence.0.id');
  await assertFieldsRefused(
    { evidence: [{ id: 'https://a:b@c.example' }, { genre: 'x' }] },
    'evidence.0.id',
  );
  await assertFieldsRefused(
    { evidence: [{ genre: 'x' }], narrative: 7, expires: 'x' },
    'evidence.0',
    'narrative',
    'expires',
  );
  await assertFieldsRefused(
    { evidence: Array.from({ length: 11 }, () => ({ name: 'x' })) },
    'evidence',
  );
  await assertFieldsRefused({ evidence: Array.from({ length: 9_000 }, () => ({})) }, 'evidence');
  await assertFieldsRefused({ narrative: 'x'.repeat(10_001) }, 'narrative');
  await assertFieldsRefused({ narrative: 'a\u0000b' }, 'narrative');
  const large = Array.from({ length: 7 }, () => ({ narrative: 'ä'.repeat(5_000) }));
  await assertFieldsRefused({ evidence: large }, 'evidence');
  assertOk(await issue({ evidence: large.slice(1) }));
  await assertFieldsRefused({ attributes: { Grade: {} } }, 'attributes.Grade');
  await assertFieldsRefused({ attributes: ['Grade'] }, 'attributes');
  const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`n${n}`, 1]));
  await assertFieldsRefused({ attributes: many }, 'attributes');
  const long = await issue({ attributes: { ['n'.repeat(500_000)]: 1 } });
  assertRefused(long, 400, 'invalid_request');
  assert.match(long.text, /a name that must have at most 100/);
  assert.ok(long.text.length < 1_500);
  const badge = (more: object) =>
    owner.api('PUT', `/badges/${badgeId}`, { parameters: { attributes: [more] } });
  for (const [more, field] of [
    [{ name: 'Day', type: 'date', resultType: 'Percent' }, 'attributes.0.resultType'],
    [{ name: 'Day', type: 'day' }, 'attributes.0.type'],
    [{ name: '__proto__', type: 'text' }, 'attributes.0.name'],
    [{ name: 'Day', type: 'text', resultType: 'Status' }, 'attributes.0.resultType'],
  ] as const)
    assertRefused(await badge(more), 400, 'invalid_request', field);
  const twice = [...attributes, { name: 'grade', type: 'text' }];
  assertRefused(
    await owner.api('PUT', `/badges/${badgeId}`, { parameters: { attributes: twice } }),
    ...([400, 'invalid_request', 'attributes.4.name'] as const),
  );
  assertRefused(
    await owner.api('PUT', `/badges/${badgeId}`, { parameters: { validFor: 'PT1H' } }),
    ...([400, 'invalid_request', 'validFor'] as const),
  );
});

test('a repeated request returns the same response, also when its attributes no longer fit', async () => {
  const badge = await createBadge(owner, issuerId, { attributes: [...attributes] });
  const again = () =>
    issue({ badgeId: badge, attributes: { Grade: '1' } }, { 'idempotency-key': 'again-1' });
  const first = assertOk(await again()).body;
  await owner.insignia.badges.update({ badgeId: badge, attributes: [] });
  assert.deepEqual(assertOk(await again()).body, first);
  const other = await issue(
    { badgeId: badge, attributes: { Grade: '2' } },
    { 'idempotency-key': 'again-1' },
  );
  assertRefused(other, 409, 'idempotency_key_reused');
});

test('editing a badge while a hundred credentials are issued keeps each consistent with its badge version', async () => {
  const badge = await createBadge(owner, issuerId, { attributes: [{ name: 'A', type: 'text' }] });
  const of = (name: string) => ({ badgeId: badge, attributes: [{ name, type: 'text' as const }] });
  const answers = await runConcurrently(100, async (n) => {
    if (n % 5 === 0)
      return owner.insignia.badges.update(of(n % 2 ? 'A' : 'B')).then(() => undefined);
    return issue({ badgeId: badge, attributes: { A: String(n) } });
  });
  const issuedCount = answers.filter((answer) => answer?.status === 200).length;
  for (const answer of answers)
    if (answer && answer.status !== 200)
      assertRefused(answer, 400, 'invalid_request', 'attributes.A');
  const { rows } = await sql<{ name: string }>`
    select (case when v.badge_id is null then b.details else v.details end)->'attributes'->0->>'name' as name
    from credentials c join badges b on b.id = c.badge_id
      left join badge_versions v on v.badge_id = b.id and v.version = c.badge_version
    where c.badge_id = ${badge}`.execute(instance.db);
  assert.deepEqual(
    rows,
    Array.from({ length: issuedCount }, () => ({ name: 'A' })),
  );
});

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const upload = async (text: string, query = '', of = badgeId) => {
  const answer = await owner.api('POST', `/awards/imports?badgeId=${of}${query}`, text, {
    'content-type': 'text/csv',
  });
  if (answer.status !== 202) return { answer };
  const { importId } = answer.body.info;
  const readImport = () => owner.insignia.imports.get({ importId });
  await waitForCondition(
    'the import has ended',
    async () => (await readImport()).finishedAt !== null,
  );
  return { answer, found: await readImport() };
};

test('an import reads details and reports their errors by row, and an export imports again unchanged', async () => {
  const header =
    'name,email,issuedOn,narrative,evidence,attribute:grade, Attribute: Sailed on ,attribute:vessel\n';
  const row = (tag: string, ...more: string[]) =>
    ['Ada Lovelace', `${tag}@details.example`, '2026-03-01', ...more].map(quote).join(',');
  const good = [
    row(
      ...([
        'one',
        '- kept\n- signed',
        'https://a.example/1, https://a.example/2?ids[]=3&p=%zz',
      ] as const),
      ...(['1.3', '2026-02-28', 'Ku\u0308ste'] as const),
    ),
    row('two', '', JSON.stringify(details.evidence), '', ''),
    row('three', '', '', '', ''),
  ];
  const bad = [
    row('four', '', 'a log book of the voyage', '1,3', 'yesterday'),
    row('five', '', '[{"genre":"x"}]', '', ''),
    row('six', '', '[{', '', ''),
  ];
  const text = `${header}${[...good, ...bad].join('\n')}\n`;
  for (const query of ['&dryRun=true', '']) {
    const { found } = await upload(text, query);
    assert.equal(found?.issued, query ? 0 : 3);
    assert.deepEqual(
      found?.errors.map(({ row: n, field }) => `${n} ${field}`),
      [
        ...['5 evidence', '5 attributes.grade', '5 attributes.Sailed on'],
        ...['6 evidence.0', '7 evidence'],
      ],
    );
    const [noLinks, , , , noJson] = found?.errors.map(({ message }) => message) ?? [];
    assert.equal(noLinks, 'must be links that start with http:// or https://, or a JSON list');
    assert.equal(noJson, "isn't a valid JSON list. Check brackets and quotes");
  }
  const filter = encodeURIComponent(
    JSON.stringify({ search: 'details.example', searchField: 'email', badgeId }),
  );
  const out = assertOk(await owner.api('GET', `/awards/export.csv?filter=${filter}`)).text;
  const records: Record<string, string>[] = parse(out, { columns: true, bom: true });
  assert.deepEqual(Object.keys(records[0] ?? {}).slice(-8), [
    ...['narrative', 'evidence', 'attribute:Class', 'attribute:Grade', 'attribute:Sailed on'],
    ...['attribute:Vessel', 'page', 'code'],
  ]);
  assert.deepEqual(
    records
      .map((each) => [
        ...[each.narrative, each.evidence],
        ...[each['attribute:Grade'], each['attribute:Vessel']],
      ])
      .reverse(),
    [
      [
        ...["'- kept\n'- signed", 'https://a.example/1 https://a.example/2?ids%5B%5D=3&p=%25zz'],
        ...['1.3', 'K\u00fcste'],
      ],
      ['', JSON.stringify(details.evidence), '', ''],
      ['', '', '', ''],
    ],
  );
  const again = await upload(out);
  assert.equal(again.found?.issued, 3, JSON.stringify(again.found));
  assert.equal(again.answer.headers.get('insignia-ignored-fields'), null);
  const { rows } = await sql<{ email: string; n: number; alike: number }>`
    select recipient_email as email, count(*)::int as n, count(distinct details)::int as alike
    from credentials where recipient_email like '%@details.example' group by 1 order by 1`.execute(
    instance.db,
  );
  assert.deepEqual(rows, [
    { email: 'one@details.example', n: 2, alike: 1 },
    { email: 'three@details.example', n: 2, alike: 0 },
    { email: 'two@details.example', n: 2, alike: 1 },
  ]);
});

test('an export of several badges can be imported again: one badge’s rows are read, revoked ones are left out, and removed attributes are reported', async () => {
  const former = { name: 'Rank', type: 'text' } as const;
  const mine = await createBadge(owner, issuerId, { attributes: [attributes[0], former] });
  const other = await createBadge(owner, issuerId, { attributes: [attributes[3]] });
  const issueTo = (name: string, of: string, more: object) =>
    issueAward(owner, of, { recipient: { name, email: `${name}@again.example` }, ...more });
  await issueTo('first', mine, { attributes: { Grade: '1.3', Rank: 'mate' } });
  await owner.insignia.badges.update({ badgeId: mine, attributes: [attributes[0]] });
  await issueTo('second', mine, { attributes: { Grade: '2' }, narrative: '=1+1' });
  await issueTo('other', other, { attributes: { Vessel: 'Astarte' } });
  const revokedAward = await issueTo('revoked', mine, {});
  await owner.insignia.credentials.revoke({ awardId: revokedAward });
  const filter = encodeURIComponent(
    JSON.stringify({ search: 'again.example', searchField: 'email' }),
  );
  const file = assertOk(await owner.api('GET', `/awards/export.csv?filter=${filter}`)).text;
  const { answer, found } = await upload(file, '', mine);
  assert.deepEqual([found?.total, found?.issued, found?.skipped, found?.failed], [4, 2, 2, 0]);
  const ignored = answer.headers
    .get('insignia-ignored-fields')
    ?.split(', ')
    .map(decodeURIComponent);
  assert.ok(ignored?.includes('attribute:Rank') && !ignored.includes('attribute:Grade'));
  const { rows } = await sql<{ email: string; details: object[] }>`
    select recipient_email as email, array_agg(details->'attributes'->0->>'value' order by details->'attributes'->0->>'value') as details
    from credentials where recipient_email like '%@again.example' group by 1 order by 1`.execute(
    instance.db,
  );
  assert.deepEqual(rows, [
    { email: 'first@again.example', details: ['1.3', '1.3'] },
    { email: 'other@again.example', details: ['Astarte'] },
    { email: 'revoked@again.example', details: [null] },
    { email: 'second@again.example', details: ['2', '2'] },
  ]);
  const none = await upload(file, '', badgeId);
  assertRefused(none.answer, 400, 'invalid_request', 'file');
});

test('a file with unknown or duplicate attribute columns is refused', async () => {
  const words = async (columns: string) => {
    const { answer } = await upload(
      `name,email,issuedOn,${columns}\nAda Lovelace,a@b.example,2026-03-01\n`,
    );
    assertRefused(answer, 400, 'invalid_request', 'file');
    return answer.body.details[0].message;
  };
  assert.equal(
    await words('attribute:Grad'),
    "has attribute columns that the badge doesn't have: attribute:Grad. Attributes of this badge: Grade, Class, Sailed on, Vessel",
  );
  assert.match(await words('attribute:Grade,ATTRIBUTE: grade'), /attribute:grade twice/);
});

test('the page shows details: markup stays text, Markdown is a safe subset, and links name other sites', async () => {
  const id = await issueAward(owner, badgeId, {
    ...details,
    narrative: 'Sailed **alone** <script>alert(1)</script> [home](javascript:alert(1))',
  });
  const answer = await fetch(`${instance.url}/credentials/${id}`, {
    headers: { accept: 'text/html' },
  });
  const page = await answer.text();
  assert.match(page, /<dt dir="auto">Grade<\/dt><dd><bdi>1\.3<\/bdi>/);
  assert.match(page, /<dt dir="auto">Sailed on<\/dt><dd><bdi>[^<]*28[^<]*<\/bdi>/);
  assert.match(page, /Sailed <strong>alone<\/strong> &lt;script&gt;/);
  assert.doesNotMatch(page, /<script>alert|href="javascript/);
  assert.match(
    page,
    /<a href="https:\/\/log\.example\/1\?a=%7Bb%7D" target="_blank" rel="noopener noreferrer nofollow ugc" dir="auto">Log &lt;book&gt;<\/a>/,
  );
  assert.match(page, /on another site: log\.example/);
});

test('erasing removes all details from issued credentials, waiting rows and failed rows', async () => {
  const secret = 'very-secret-evidence';
  const erasedRecipient = { name: 'Erase Me Please', email: 'erase.me@gone.example' };
  const id = await issueAward(owner, badgeId, {
    ...{ recipient: erasedRecipient, narrative: secret, attributes: { Vessel: secret } },
    evidence: [{ narrative: secret }],
  });
  await upload(
    `name,email,issuedOn,narrative\nErase Me,${erasedRecipient.email},never,${secret}\n`,
  );
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    instance.db,
  );
  const holding = async () => {
    const tablesWithSecret: string[] = [];
    for (const { name } of tables) {
      const { rows } =
        await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${secret}%`} limit 1`.execute(
          instance.db,
        );
      if (rows.length > 0) tablesWithSecret.push(name);
    }
    return tablesWithSecret.sort();
  };
  assert.deepEqual(await holding(), ['credentials', 'import_errors']);
  await owner.insignia.credentials.delete({ awardId: id });
  assert.deepEqual(await holding(), []);
});
