// The command line as a separate process over the network.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { verify } from '@insignia/sdk/webhooks';
import { sql } from 'kysely';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { foreignDid, signForeignJwt } from '../support/foreign-credential.ts';
import { pngBytes } from '../support/images.ts';
import {
  assertSucceeded,
  insigniaProgram,
  type ProcessResult,
  readHelp,
  runCommand,
  runInsignia,
} from '../support/insignia.ts';
import { readPdf } from '../support/pdf.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { findFreePort } from '../support/port.ts';
import { createTemporaryDirectory } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { useInstance } from '../support/use-instance.ts';

const instance = await useInstance({ VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32' });
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner), {
  attributes: [{ name: 'Grade', type: 'number' }],
});
const home = (await createTemporaryDirectory()).path;

const insignia = (
  args: string[],
  options: { input?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<ProcessResult> => runInsignia(home, args, options);
/** In a process that already runs. */
const command = (args: string[]): Promise<ProcessResult> => runCommand(home, args);

async function logIn(): Promise<void> {
  const { code, out, err } = await insignia(['login', `${instance.url}/app/`], {
    input: `${owner.key}\n`,
  });
  assert.equal(code, 0, err);
  assert.match(out, new RegExp(`Signed in to ${instance.url}: .+`));
}

test('logging in stores a key that no other user of the machine can read, and logging out removes it', async () => {
  const wrong = await insignia(['login', instance.url], { input: 'insignia_wrong' });
  assert.equal(wrong.code, 3, wrong.err);
  assert.match(wrong.err, /^insignia: .+\n {2}request /);
  await logIn();
  const file = join(home, 'config/insignia/login.json');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { url: instance.url, key: owner.key });
  const elsewhere = { INSIGNIA_URL: `http://127.0.0.1:${await findFreePort()}` };
  const stranger = await insignia(['export'], { env: elsewhere });
  assert.deepEqual(
    [stranger.code, stranger.err],
    [3, 'insignia: no API key. Run insignia login, or set INSIGNIA_API_KEY\n'],
    'the key is sent only to its service',
  );
  assertSucceeded(await insignia(['logout']));
  assert.deepEqual(await readdir(join(home, 'config/insignia')), []);
  const nobody = await insignia(['export']);
  assert.deepEqual(
    [nobody.code, nobody.err],
    [3, 'insignia: no service selected. Run insignia login, or set INSIGNIA_URL\n'],
  );
  const env = { INSIGNIA_URL: instance.url, INSIGNIA_API_KEY: owner.readKey };
  // A file that can't be read isn't taken for none.
  await mkdir(file);
  const unreadable = await insignia(['export']);
  assert.equal(unreadable.code, 1);
  assert.match(unreadable.err, /login\.json can't be read \(EISDIR\)\. Allow your user to read it/);
  assertSucceeded(await insignia(['export'], { env }));
  await rmdir(file);
  const reads = await insignia(
    ['issue', '--badge', badgeId, '--name', 'Ada Lovelace', '--email', 'a@example.org'],
    { env },
  );
  assert.equal(reads.code, 3, reads.err);
});

test('a credential is issued and emailed, verified by URL and by image, and revoked', async () => {
  await logIn();
  const ada = ['--name', 'Ada Lovelace', '--email', 'ada@example.org'];
  const talk = {
    ...{ id: 'https://example.org/talk', name: 'Talk', description: 'Of an hour' },
    ...{ narrative: 'Held **twice**', genre: 'Speech', audience: 'Engineers' },
  };
  const evidence = ['https://example.org/essay', JSON.stringify(talk)];
  const detailOptions = [
    '--narrative',
    'Wrote the first program.',
    '--attribute',
    'Grade=1.3',
  ].concat(evidence.flatMap((each) => ['--evidence', each]));
  const { awardId } = JSON.parse(
    assertSucceeded(
      await command(['--json', 'issue', '--badge', badgeId, ...ada, ...detailOptions, '--send']),
    ),
  );
  await instance.mailbox.waitFor('ada@example.org', /./);
  assert.match(
    assertSucceeded(await command(['verify', awardId, '--email', 'ada@example.org'])),
    /^✓ valid {2}Ada Lovelace · /,
  );
  const [credentialId = ''] = /[^/]+$/.exec(awardId) ?? [];
  const { shortCode } = await (
    await fetch(`${instance.url}/awards/${credentialId}`, { headers: { 'x-api-key': owner.key } })
  )
    .json()
    .then(({ info }) => info);
  const bare = `${new URL(instance.url).host}/credentials/${credentialId}`;
  for (const named of [credentialId, shortCode, shortCode.toLowerCase().replace('-', ''), bare])
    assert.match(assertSucceeded(await command(['verify', named])), /^✓ valid {2}Ada Lovelace/);
  const certificate = await fetch(`${instance.url}/awards/${credentialId}/pdf`);
  const pdf = await certificate.bytes();
  await writeFile(join(home, 'certificate.pdf'), pdf);
  // The issuer’s key has no https address here.
  const printed = JSON.parse((await command(['--json', 'verify', 'certificate.pdf'])).out);
  assert.deepEqual([printed.edition, printed.found.recipient.name], ['3.0', 'Ada Lovelace']);
  assert.ok(printed.checks.some(({ check }: { check: string }) => check === 'printed'));
  const { image, ...assertion } = await (
    await fetch(awardId, { headers: { accept: 'application/json' } })
  ).json();
  assert.equal(assertion.narrative, 'Wrote the first program.');
  assert.deepEqual(assertion.evidence, [{ id: evidence[0] }, talk]);
  const picture = await fetch(typeof image === 'string' ? image : image.id);
  const png = await picture.bytes();
  await writeFile(join(home, 'badge.png'), png);
  const verification = JSON.parse(
    assertSucceeded(await command(['--json', 'verify', 'badge.png'])),
  );
  assert.deepEqual([verification.status, verification.found.id], ['valid', awardId]);
  await writeFile(join(home, 'both.png'), Buffer.concat([png, Buffer.alloc(1_024), pdf]));
  assert.match((await command(['verify', 'both.png'])).err, /both a picture and a PDF/);

  const [guid] = /[^/]+$/.exec(awardId) ?? [];
  const signed = await fetch(`${instance.url}/credentials/${guid}/badge3.png`);
  await writeFile(join(home, 'badge3.png'), await signed.bytes());
  // The issuer’s key has no https address here, so validity is unknown.
  const { out } = await command(['--json', 'verify', 'badge3.png']);
  const { edition, found } = JSON.parse(out);
  assert.deepEqual([edition, found.recipient.name], ['3.0', 'Ada Lovelace']);
  const { credentialSubject } = await (
    await fetch(`${instance.url}/credentials/${guid}/vc`)
  ).json();
  assert.equal(credentialSubject.result[0].value, '1.3');

  const correction = ['correct', awardId, '--name', 'Ada King', '--reason', 'Married'];
  assert.equal(assertSucceeded(await command(correction)), 'Corrected\n');
  assert.equal(
    assertSucceeded(await command(correction)),
    'Nothing to change: the credential already has these values\n',
  );
  const secondCorrection = [
    'correct',
    awardId,
    '--name',
    'Ada Lovelace',
    '--expires',
    '2090-01-01',
  ];
  assert.deepEqual(JSON.parse(assertSucceeded(await command([...secondCorrection, '--json']))), {
    ...{ awardId, corrected: true, edition: 3, email: 'none' },
  });
  const renewal = ['renew', awardId, '--expires', '2099-01-01'];
  assert.equal(assertSucceeded(await command(renewal)), 'Renewed\n');
  const unconfirmed = await command(['revoke', awardId]);
  assert.deepEqual(
    [unconfirmed.code, unconfirmed.err],
    [
      2,
      "insignia: confirmation required: add --yes. Everyone will see that the credential of Ada Lovelace is revoked. This can't be undone.\n",
    ],
  );
  assert.equal(
    assertSucceeded(await command(['revoke', awardId, '--reason', 'By mistake', '--yes'])),
    'Revoked\n',
  );
  const revoked = await command(['verify', awardId]);
  assert.equal(revoked.code, 7);
  assert.match(revoked.out, /^✗ revoked/);
  const again = await command(['revoke', awardId, '--reason', 'Another', '--yes', '--json']);
  assert.equal(again.code, 4);
  assert.equal(JSON.parse(again.err).code, 'already_revoked');
});

test('issuing again with the same key issues and emails nothing', async () => {
  await logIn();
  const email = 'once@example.org';
  const issue = [
    ...['--json', 'issue', '--badge', badgeId, '--name', 'Mary Somerville', '--email', email],
    ...['--send', '--idempotency-key', 'order-7'],
  ];
  const [first, again] = [await command(issue), await command(issue)].map(assertSucceeded);
  assert.equal(again, first);
  const sent = () => instance.mailbox.received.filter(({ to }) => to.includes(email)).length;
  await instance.mailbox.waitFor(email, /./);
  assertSucceeded(await command([...issue.slice(0, 7), 'after@example.org', '--send']));
  await instance.mailbox.waitFor('after@example.org', /./);
  assert.equal(sent(), 1);
});

test('a badge is created from a template in the brand color, and the brand can be previewed', async () => {
  await logIn();
  const [{ id: issuer }] = JSON.parse(
    assertSucceeded(await command(['--json', 'issuers', 'list'])),
  ).items;
  await writeFile(join(home, 'ada.png'), await pngBytes(240, 80));
  const look = ['--accent-color', '#8a1538', '--style', 'academic'];
  const signed = [...look, '--signature', 'Ada Lovelace; Rector; ada.png', '--language', 'de'];
  const preview = await command([
    'brand',
    'preview',
    issuer,
    ...signed,
    '--out',
    'certificate.pdf',
  ]);
  assert.equal(assertSucceeded(preview), 'Saved to certificate.pdf\n');
  const { text } = await readPdf(await readFile(join(home, 'certificate.pdf')));
  assert.match(text, /Ada Lovelace\s+Rector/);
  assertSucceeded(await command(['brand', 'preview', issuer, '--card', '--out', 'card.png']));
  assert.equal((await sharp(await readFile(join(home, 'card.png'))).metadata()).width, 1_200);
  assert.match(
    assertSucceeded(await command(['brand', 'set', issuer, ...signed])),
    /Ada Lovelace, Rector/,
  );
  const brand = JSON.parse(assertSucceeded(await command(['--json', 'brand', 'show', issuer])));
  const url = brand.signatures[0].picture;
  const signatureOptions = ['--signature', `Grace Hopper;; ${url}`, '--signature', 'Ada Lovelace'];
  const { signatures } = JSON.parse(
    assertSucceeded(await command(['--json', 'brand', 'set', issuer, ...signatureOptions])),
  );
  assert.deepEqual(signatures, [
    { name: 'Grace Hopper', title: '', picture: url },
    { name: 'Ada Lovelace', title: '' },
  ]);

  const words = ['--description', 'Helps.', '--criteria', 'Passed.'];
  const create = ['badges', 'create', '--issuer', issuer, '--name', 'First Aid', ...words];
  const site = await startReceiver((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>First response</title>'),
  );
  const pulse = { targetName: 'Pulse', targetUrl: 'https://skills.example/1', targetCode: 'P1' };
  const details = ['--tag', 'rescue', '--tag', 'sea', '--alignment', site.url].concat(
    ...['--alignment', JSON.stringify(pulse), '--achievement-type', 'MicroCredential'],
    ...['--language', 'en', '--valid-for', 'P2Y', '--attribute', 'Grade=number'],
    ...['--attribute', 'Mark = text:ext:Mark', '--certificate-text', 'for passing'],
    ...['--hours', '16', '--credits', '2.5'],
  );
  const crest = [...create, '--template', 'crest', '--set', 'icon=heart'];
  const { badgeId: id } = JSON.parse(
    assertSucceeded(await command(['--json', ...crest, ...details])),
  );
  await site.close();
  const { designJson, ...badge } = await owner.insignia.badges.get({ badgeId: id });
  assert.deepEqual(
    [badge.tags, badge.alignment, badge.achievementType, badge.language, badge.validFor],
    [
      ['rescue', 'sea'],
      [{ targetName: 'First response', targetUrl: site.url }, pulse],
      ...['MicroCredential', 'en', 'P2Y'],
    ],
  );
  assert.deepEqual([badge.certificateText, badge.hours, badge.credits], ['for passing', 16, 2.5]);
  assert.deepEqual(badge.attributes, [
    { name: 'Grade', type: 'number' },
    { name: 'Mark', type: 'text', resultType: 'ext:Mark' },
  ]);
  for (const part of ['First Aid', '#8a1538', 'heart'])
    assert.ok(designJson?.includes(part), `${part}: ${designJson}`);
  assert.match(
    assertSucceeded(await command(['badges', 'list'])),
    /^ID +NAME +CREATED\n.+ First Aid /,
  );
  const templates = await command(['badges', 'templates', '--set', 'title=Aid', '--out', 'looks']);
  assert.match(assertSucceeded(templates), /^crest +\S/m);
  assert.equal((await sharp(join(home, 'looks', 'crest.webp')).metadata()).width, 240);
  await writeFile(join(home, 'design.json'), designJson ?? '');
  assertSucceeded(await command([...create, '--design', 'design.json']));

  const failures: [string[], number, RegExp][] = [
    [create, 2, /choose the image with --template, --design or --image/],
    [[...crest, '--alignment', 'http://10.0.0.1/'], 4, /private address/],
    [[...crest, '--alignment', '{"targetName":'], 2, /It looks like JSON, but isn't valid/],
    [[...crest, '--alignment', '{"targetName":"A"}'], 4, /alignment\.0\.targetUrl/],
    [[...crest, '--attribute', 'Grade=grade'], 2, /one of text, number, date/],
    [[...create, '--template', 'crust'], 4, /template crust not found. .*crest/],
    [['brand', 'set', issuer, '--style', 'baroque'], 4, /certificateStyle: /],
    [['brand', 'set', issuer, '--signature', 'A;;none.png'], 4, /none\.png doesn't exist/],
    [['brand', 'preview', issuer, '--out', 'a.gif'], 2, /must end in \.pdf or \.png/],
  ];
  const results = await Promise.all(failures.map(([args]) => command(args)));
  for (const [n, [args, code, words]] of failures.entries()) {
    assert.equal(results[n]?.code, code, `${args.join(' ')}: ${results[n]?.err}`);
    assert.match(results[n]?.err ?? '', words);
  }
});

test('a certificate design starts from a style, is previewed, created, changed, chosen and deleted', async () => {
  await logIn();
  const issuer = ['--issuer', await createIssuer(owner)];
  const [design, picture] = [join(home, 'course.json'), join(home, 'background.png')];
  assertSucceeded(
    await command(['certificates', 'template', 'academic', ...issuer, '--out', design]),
  );
  const diploma = join(home, 'diploma.json');
  assertSucceeded(
    await command(['certificates', 'template', 'diploma', ...issuer, '--out', diploma]),
  );
  assert.match(await readFile(diploma, 'utf8'), /"Diploma"/);
  await writeFile(picture, await pngBytes(64, 64));
  const { out } = await command(['certificates', 'add-picture', picture, '--background']);
  const background = { picture: out.trim() };
  const written = { ...JSON.parse(await readFile(design, 'utf8')), background };
  await writeFile(design, JSON.stringify(written));
  const pdf = join(home, 'course.pdf');
  assertSucceeded(
    await command([
      ...['certificates', 'preview', ...issuer, '--design', design, '--print', '--out', pdf],
      ...['--recipient', 'Ada Byron'],
    ]),
  );
  assert.match((await readPdf(await readFile(pdf))).text, /Ada Byron/);
  const [, issuerId = ''] = issuer;
  const badgeId = await createBadge(owner, issuerId);
  for (const name of ['Bo Li', 'Ada King of Lovelace'])
    await issueAward(owner, badgeId, { recipient: { name, email: 'ada@example.org' } });
  for (const [option, name] of [
    ['--longest', /Ada King of Lovelace/],
    ['--shortest', /Bo Li/],
  ] as const) {
    const preview = ['certificates', 'preview', ...issuer, '--design', design, '--out', pdf];
    assertSucceeded(await command([...preview, option]));
    assert.match((await readPdf(await readFile(pdf))).text, name);
  }
  const created = await command([
    ...['certificates', 'create', ...issuer, '--name', 'Course', '--design', design, '--json'],
  ]);
  const { certificateId } = JSON.parse(created.out);
  await owner.insignia.badges.update({ badgeId, certificateId });
  const counted = await command(['certificates', 'count-issued', certificateId, ...issuer]);
  assert.equal(counted.out.trim(), '2');
  await owner.insignia.badges.update({ badgeId, certificateId: null });
  const renamed = ['certificates', 'update', certificateId, ...issuer, '--name', 'Short course'];
  assertSucceeded(await command(renamed));
  const list = await command(['certificates', 'list', ...issuer]);
  assert.match(list.out, new RegExp(`${certificateId} +Short course`));
  const saved = join(home, 'saved.json');
  assertSucceeded(await command(['certificates', 'get', certificateId, ...issuer, '--out', saved]));
  assert.deepEqual(JSON.parse(await readFile(saved, 'utf8')).background, background);
  assertSucceeded(await command(['certificates', 'delete', certificateId, ...issuer]));
  const [card, png] = [join(home, 'card.json'), join(home, 'card.png')];
  assertSucceeded(await command(['certificates', 'template', 'card', ...issuer, '--out', card]));
  assertSucceeded(
    await command(['certificates', 'preview', ...issuer, '--design', card, '--out', png]),
  );
  assert.equal((await readFile(png)).toString('latin1', 1, 4), 'PNG');
  const chosen = await command([
    ...['certificates', 'create', ...issuer, '--name', 'Card', '--design', card, '--json'],
  ]);
  const { certificateId: cardId } = JSON.parse(chosen.out);
  for (const [choice, isDefault] of [
    [cardId, true],
    ['none', false],
  ]) {
    assertSucceeded(await command(['brand', 'set', issuerId, '--card', choice]));
    const { items } = JSON.parse(
      (await command(['certificates', 'list', ...issuer, '--json'])).out,
    );
    assert.deepEqual([items[0].kind, items[0].isDefault], ['card', isDefault]);
  }
  await writeFile(design, '{');
  const broken = await command([
    ...['certificates', 'create', ...issuer, '--name', 'Course', '--design', design],
  ]);
  assert.match(broken.err, /course.json isn't valid JSON/);
});

test('a file is issued once however often the command runs, with errors by row', async () => {
  await logIn();
  const rows = [
    'name,email,issuedOn',
    'Grace Hopper,grace@example.org,2026-03-01',
    'Nobody At All,none,2026-03-01',
  ];
  await writeFile(join(home, 'class.csv'), rows.join('\n'));
  const importCommand = ['import', 'class.csv', '--badge', badgeId];
  const dryRun = await command([...importCommand, '--dry-run']);
  assert.equal(dryRun.code, 6, dryRun.err);
  assert.match(
    dryRun.out,
    /^completed: 1 would be issued, 1 with errors, 0 skipped\n {2}row 3 \(Nobody At All\): email /,
  );
  const first = await command(['--json', ...importCommand]);
  const second = await command(['--json', ...importCommand]);
  assert.deepEqual([first.code, second.code], [6, 6]);
  assert.equal(JSON.parse(first.out).importId, JSON.parse(second.out).importId);
  const csv = assertSucceeded(await command(['export', '--search', 'grace']));
  assert.equal(csv.trim().split('\n').length, 2, csv);
  const byAddress = assertSucceeded(await command(['export', '--search', 'GRACE@example']));
  assert.equal(byAddress, csv);
  assert.equal(
    assertSucceeded(await command(['export', '--out', 'all.csv'])),
    'Saved to all.csv\n',
  );
  assert.match(await readFile(join(home, 'all.csv'), 'utf8'), /Grace Hopper/);
  assert.deepEqual(
    (await readdir(home)).filter((name) => name.endsWith('.part')),
    [],
  );
  const repeated = await command([...importCommand, '--again', '--skip-duplicates']);
  assert.match(repeated.out, /0 issued, 1 with errors, 1 skipped/);
  assert.match(repeated.out, /^ {2}row 2: already has this badge$/m);
});

test('an export of another service is moved in once, and undone', async () => {
  await logIn();
  await writeFile(
    join(home, 'moodle.csv'),
    'Name,Full name,Email address,Date issued,URL\nMoved in,Grace Hopper,moved@example.org,2024-04-13,https://moodle.example/badge.php?hash=1\n',
  );
  const issuer = (await owner.insignia.badges.get({ badgeId })).issuer;
  const moving = ['migrate', 'moodle.csv', '--source', 'moodle', '--issuer', issuer];
  const dryRun = assertSucceeded(await command([...moving, '--dry-run']));
  assert.match(
    dryRun,
    /^completed: 1 credential would be created, .*\n {2}badge Moved in: 1 row, new\n$/,
  );
  const first = assertSucceeded(await command(moving));
  assert.match(first, /^completed: 1 credential created, 0 exist already/);
  const [, id = ''] = /Undo: insignia migrate --undo (\S+)/.exec(first) ?? [];
  assert.match(assertSucceeded(await command(moving)), new RegExp(`--undo ${id}`));
  assert.match(first, new RegExp(`Old URLs: insignia migrate --redirects ${id}`));
  const redirects = ['migrate', '--redirects', id];
  const rows = /^\uFEFF?host,path,id\nmoodle\.example,\/badge\.php\?hash=1,http.*\n$/;
  assert.match(assertSucceeded(await command(redirects)), rows);
  assert.equal(
    assertSucceeded(await command([...redirects, '--out', 'redirects.csv'])),
    'Saved to redirects.csv\n',
  );
  assert.match(await readFile(join(home, 'redirects.csv'), 'utf8'), rows);
  assert.equal((await command([...redirects, '--undo', id])).code, 2);
  assert.equal((await command([...moving, '--out', 'redirects.csv'])).code, 2);
  const undone = assertSucceeded(await command(['migrate', '--undo', id]));
  assert.match(undone, /^undone: 1 credential removed/);
  assert.doesNotMatch(undone, /Old URLs/);
  const after = assertSucceeded(await command(moving));
  assert.match(after, /^completed: 1 credential created/, 'an undone file moves in again');
  const again = assertSucceeded(await command([...moving, '--again']));
  assert.match(again, /^completed: 0 credentials created, 1 exist already/);
  assert.equal((await command(['migrate', 'moodle.csv'])).code, 2);
  assert.equal((await command(['migrate', '--pause', id])).code, 4);
  assert.equal((await command(['migrate', 'moodle.csv', '--undo', id])).code, 2);
});

test('a badge of another issuer is offered to its recipient, and a migration paused, resumed and canceled', async () => {
  await logIn();
  const email = 'holder@example.org';
  const identifier = { type: 'IdentityObject', hashed: false, identityType: 'emailAddress' };
  const badge = await signForeignJwt(email, { identifier: { ...identifier, identityHash: email } });
  await writeFile(join(home, 'badge.jwt'), badge);
  const { issuer } = await owner.insignia.badges.get({ badgeId });
  const holding = ['migrate', 'badge.jwt', '--source', 'openbadges3', '--issuer', issuer, '--hold'];
  const dryRun = assertSucceeded(await command([...holding, '--dry-run']));
  assert.match(dryRun, /^completed: 1 badge would be offered, .*\n {2}badge First steps: 1 row\n$/);
  const [, id = ''] = /--undo (\S+)/.exec(assertSucceeded(await command(holding))) ?? [];
  const run = () =>
    sql`update move_ins set status = 'running', finished_at = null where id = ${id}`.execute(
      instance.db,
    );
  await run();
  const paused = assertSucceeded(await command(['migrate', '--pause', id]));
  assert.match(paused, new RegExp(`^paused: 1 badge offered, [^]*--resume ${id}\\n`));
  assert.match(
    assertSucceeded(await command(['migrate', '--resume', id])),
    /^completed: 1 badge offered/,
  );
  await run();
  assert.match(
    assertSucceeded(await command(['migrate', '--cancel', id])),
    /^cancelled: 1 badge offered/,
  );
  assert.match(
    assertSucceeded(await command(['migrate', '--undo', id])),
    /^undone: 1 offer removed/,
  );

  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(badge), 'badge.jwt');
  zip.addBuffer(
    Buffer.from(`file,name,email\nbadge.jwt,Ada Lovelace,${email}\n`),
    'recipients.csv',
  );
  zip.end();
  await writeFile(join(home, 'badges.zip'), zip.outputStream as AsyncIterable<Buffer>);
  const issuing = ['migrate', 'badges.zip', ...holding.slice(2, -1)];
  assert.match(
    assertSucceeded(await command([...issuing, '--dry-run'])),
    new RegExp(`\\n {2}signer ${foreignDid}: 1 badge, no website vouches for this key\\n`),
  );
  const { code, err } = await command(issuing);
  assert.deepEqual([code, /--signer/.test(err)], [2, true]);
  const issued = assertSucceeded(await command([...issuing, '--signer', foreignDid]));
  assert.match(issued, /^completed: 1 credential created/);
});

test('listen forwards signed webhooks to a local URL until accepted, and deletes its webhook', async (t) => {
  const received: { body: string; headers: IncomingHttpHeaders }[] = [];
  const receiver = createServer(async (request, response) => {
    received.push({ body: await text(request), headers: request.headers });
    response.writeHead(received.length === 1 ? 500 : 204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  t.after(() => receiver.close());
  const forward = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  // A killed run of this machine, and a running one elsewhere.
  const at = (host: string, pid: number) => ({
    url: `https://insignia-listen.invalid/${encodeURIComponent(host)}/${pid}`,
  });
  await owner.insignia.webhooks.create(at(hostname(), 2 ** 30));
  const foreign = await owner.insignia.webhooks.create(at('elsewhere', 1));

  const env = { ...process.env, INSIGNIA_URL: instance.url, INSIGNIA_API_KEY: owner.key };
  const child = spawn(
    process.execPath,
    [insigniaProgram, 'listen', '--forward', forward, '--json'],
    { env },
  );
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const readMessage = async () => JSON.parse((await lines.next()).value ?? '{}');
  const { webhookId, secret } = await readMessage();
  const ids = async () => (await owner.insignia.webhooks.list({})).webhooks.map(({ id }) => id);
  assert.deepEqual((await ids()).sort(), [foreign.id, webhookId].sort());

  await issueAward(owner, badgeId);
  const tries = [await readMessage(), await readMessage()];
  assert.deepEqual(
    tries.map(({ event, status, attempt, isLast }) => [event, status, attempt, isLast]),
    [
      ['credential.issued', 500, 1, false],
      ['credential.issued', 204, 2, true],
    ],
  );
  assert.equal(received[0]?.body, received[1]?.body);
  for (const { body, headers } of received) {
    const { id, type } = await verify(body, headers, secret);
    assert.deepEqual([id, type], [tries[0].delivery, 'credential.issued']);
    const { 'webhook-signature': _, ...own } = headers;
    await verify(body, own, secret);
    assert.equal(headers['x-service-event'], 'credential.issued');
  }
  child.kill('SIGINT');
  assert.deepEqual(await ended, [130, null]);
  assert.deepEqual(await ids(), [foreign.id]);
});

test('a failure is one line with the documented exit code', async () => {
  await logIn();
  const issue = ['issue', '--badge', badgeId, '--name', 'Ada Lovelace'];
  const cases: [string[], number, RegExp][] = [
    [['isue'], 2, /unknown command 'isue'\n\(Did you mean issue\?\)/],
    [issue, 2, /required option '--email <address>'/],
    [[...issue, '--email', 'ada@example.org', '--attribute', 'Grade'], 2, /such as Grade=1\.3/],
    [[...issue, '--email', 'ada@example.org', '--attribute', 'Rank=1'], 4, /attributes/],
    [[...issue, '--email', 'none'], 4, /^insignia: .+\n {2}recipient\.email: /],
    [['claims', 'create', '--badge', badgeId, '--limit', 'ten'], 2, /It must be a number/],
    [['import', 'nowhere.csv', '--badge', badgeId], 4, /nowhere\.csv doesn't exist/],
    [['verify', 'nowhere.png'], 4, /nowhere\.png doesn't exist/],
    [['login', 'ftp://example.org'], 4, /not a URL/],
  ];
  for (const [args, expected, words] of cases) {
    const { code, err } = await command(args);
    assert.equal(code, expected, `${args.join(' ')}: ${err}`);
    assert.match(err, words);
    assert.doesNotMatch(err, /\n {4}at /, 'no stack');
  }
  const env = {
    INSIGNIA_URL: `http://127.0.0.1:${await findFreePort()}`,
    INSIGNIA_API_KEY: owner.key,
  };
  assert.equal((await insignia(['export'], { env })).code, 5);
  const manual = await readFile(
    new URL('../../../../docs/use/command-line.md', import.meta.url),
    'utf8',
  );
  for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 130])
    assert.match(manual, new RegExp(`\\| ${code} \\|`));
});

test('every command has an example and shell completion', async () => {
  const help = assertSucceeded(await insignia(['--help']));
  const commands = [...help.matchAll(/^ {2}([a-z]+) (?: +\S|[[<])/gm)].map(([, name = '']) => name);
  for (const known of [
    'issue',
    'start',
    'migrate',
    'doctor',
    'accounts',
    'people',
    'keys',
    'jobs',
    'webhooks',
    'mail',
  ])
    assert.ok(commands.includes(known), help);
  const explained = commands.filter(
    (name) => !['help', 'complete', 'insignia', 'logout'].includes(name),
  );
  for (const [command, expected] of Object.entries(await readHelp(explained)))
    assert.match(expected, /Example:\n {2}.*\binsignia /, command);
  for (const shell of ['bash', 'zsh', 'fish'])
    assert.match(assertSucceeded(await insignia(['complete', shell])), /insignia/);
  assert.match(assertSucceeded(await insignia(['complete', '--', 're'])), /^revoke\b/m);
});
