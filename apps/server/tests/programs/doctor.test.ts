// Every check of the doctor with a reason to complain.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { health } from '@insignia/contract';
import {
  evaluateDatabase,
  logsFinding,
  replicaFinding,
  schemaFinding,
  tuningFinding,
} from '../../src/commands/doctor/database.ts';
import { checkDisk, checkImageOwner, checkImageStore } from '../../src/commands/doctor/doctor.ts';
import {
  clockFinding,
  type DoctorFinding,
  diskFinding,
  encryptionFinding,
  findWorstOutcome,
  mailRecordFindings,
  queueFindings,
} from '../../src/commands/doctor/findings.ts';
import { checkMail } from '../../src/commands/doctor/mail.ts';
import { checkPublicUrls, checkReplyHeaders } from '../../src/commands/doctor/public.ts';
import { createUrls } from '../../src/kernel/urls.ts';
import { createFileStore } from '../../src/platform/images/index.ts';
import { getInstanceSettings, runInsignia } from '../support/insignia.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { findFreePort } from '../support/port.ts';
import { createTemporaryDirectory } from '../support/process.ts';
import { useInstance } from '../support/use-instance.ts';

// did:web requires a name.
const port = String(await findFreePort());
const instance = await useInstance({ PORT: port, BASE_URL: `http://localhost:${port}` });
const owner = await createOwner(instance);
const credentialId = await issueAward(owner, await createBadge(owner, await createIssuer(owner)));
const home = (await createTemporaryDirectory()).path;

const bad = (findings: readonly DoctorFinding[]) =>
  findings
    .filter(({ outcome }) => outcome !== 'ok')
    .map(({ check, outcome }) => `${check}: ${outcome}`);
const dns = (answers: Record<string, string[]>, otherwise = 'ENOTFOUND') => ({
  resolveTxt: async (name: string) => {
    const found = answers[name];
    if (!found) throw Object.assign(new Error(otherwise), { code: otherwise });
    return found.map((text) => [text]);
  },
});

test('a healthy service is reported line by line, and an unhealthy one by the exit code', async () => {
  const settings = getInstanceSettings(instance);
  const doctor = (env: NodeJS.ProcessEnv) => runInsignia(home, ['doctor', '--json'], { env });
  const nowhere = { ...settings, DATABASE_URL: '', DATA_DIR: home };
  const [well, faulty, away, missing] = await Promise.all([
    doctor(settings),
    doctor({ ...settings, PORT: 'none' }),
    doctor({ ...settings, DATABASE_URL: `postgres://127.0.0.1:${await findFreePort()}/x` }),
    doctor(nowhere),
  ]);
  const { outcome, findings } = JSON.parse(well.out);
  // Speed, disk space and DNS of example.org aren't under our control.
  const others = /^(SPF|DKIM|DMARC|disk|clock|settings|database (latency|connections))/;
  const own = bad(findings).filter((line) => !others.test(line));
  assert.deepEqual(own, ['BASE_URL: warning'], well.out);
  assert.equal(well.code, outcome === 'warning' ? 9 : 10);
  for (const check of [
    'settings',
    'disk',
    'image store',
    'mail',
    'database',
    'schema',
    'logs',
    'jobs',
    'wallets',
    'own credential, 2.0',
    'own credential, 3.0',
  ])
    assert.ok(
      findings.some((each: DoctorFinding) => each.check === check),
      check,
    );
  assert.equal(faulty.code, 10);
  assert.ok(bad(JSON.parse(faulty.out).findings).includes('settings: fault'));
  assert.equal(away.code, 10);
  const ofDatabase = ({ out }: { out: string }): DoctorFinding =>
    JSON.parse(out).findings.find(({ check }: DoctorFinding) => check === 'database');
  assert.equal(ofDatabase(away).outcome, 'fault');
  assert.match(ofDatabase(away).remedy ?? '', /DATABASE_URL/);
  // The embedded database has no address.
  assert.equal(ofDatabase(missing).outcome, 'fault');
  assert.match(
    ofDatabase(missing).message,
    /no database in .+ yet. Create it with insignia migrate/,
  );
  assert.match(ofDatabase(missing).remedy ?? '', /^check that DATA_DIR/);
});

test('doctor checks a database’s version, role, durability, connections, timeouts and latency', () => {
  const well = {
    ...{ version: 180_004, isStandby: false, isReadOnly: false, durable: true },
    ...{ used: 5, max: 100, statementTimeoutMs: 0, latencyMs: 0.3 },
  };
  assert.deepEqual(bad(evaluateDatabase(well)), []);
  const cases: [Partial<typeof well>, string][] = [
    [{ version: 140_010 }, 'database: fault'],
    [{ isStandby: true }, 'database role: fault'],
    [{ isReadOnly: true }, 'database role: fault'],
    [{ durable: false }, 'database durability: fault'],
    [{ used: 95 }, 'database connections: warning'],
    [{ statementTimeoutMs: 500 }, 'database timeouts: warning'],
    [{ latencyMs: 80 }, 'database latency: warning'],
  ];
  for (const [more, expected] of cases)
    assert.deepEqual(bad(evaluateDatabase({ ...well, ...more })), [expected]);
});

test('doctor checks the tuning of a database and reports newer migrations', () => {
  const found = { name: 'shared_buffers', value: '64MB', isWanted: true };
  assert.equal(tuningFinding([found], {}).message, 'shared_buffers 64MB');
  const odd = tuningFinding([{ ...found, isWanted: false }], { shared_buffers: '1GB' });
  assert.deepEqual([odd.outcome, odd.message], ['warning', 'shared_buffers is 64MB, not 1GB']);
  const same = { missing: [], newer: [], breaking: [], changedFunctions: [] };
  const outcome = (more: Partial<typeof same> | object) =>
    schemaFinding({ ...same, ...more }).outcome;
  assert.equal(outcome({}), 'ok');
  assert.equal(outcome({ newer: ['9_z'] }), 'warning');
  assert.equal(outcome({ newer: ['9_z'], breaking: ['9_z'] }), 'fault');
  assert.equal(outcome({ missing: ['1_a'] }), 'fault');
});

test('doctor checks the replication delay of replicas', () => {
  assert.deepEqual(
    [100, 5_000, undefined].map((ms) => replicaFinding('db2', ms).outcome),
    ['ok', 'warning', 'fault'],
  );
});

test('doctor checks clocks, disks and queues', async () => {
  assert.deepEqual(
    [100, 5_000, -90_000].map((ms) => clockFinding('clock', ms).outcome),
    ['ok', 'warning', 'fault'],
  );
  const gigabyte = 1024 ** 3;
  assert.deepEqual(
    [50, 0.5, 0.1].map((free) => diskFinding('disk', free * gigabyte, 100 * gigabyte).outcome),
    ['ok', 'warning', 'fault'],
  );
  assert.deepEqual(bad(await checkDisk(join(home, 'nowhere'))), ['disk: fault']);
  const well = { oldestDueSeconds: 1, dead: 0, paused: 0, webhooks: undefined, damagedImages: 0 };
  assert.deepEqual(bad(queueFindings(well)), []);
  assert.deepEqual(
    bad(
      queueFindings({
        oldestDueSeconds: 900,
        dead: 2,
        paused: 3,
        webhooks: 'stuck',
        damagedImages: 1,
      }),
    ),
    [
      'jobs: fault',
      'failed jobs: warning',
      'held back: warning',
      'webhooks: fault',
      'images: fault',
    ],
  );
  assert.equal(findWorstOutcome([]), 'ok');
});

test('doctor checks the mail server, its encryption, and the sender’s DNS records', async () => {
  const mailFrom = { name: 'Badges', address: 'badges@school.example' };
  const published = dns({
    'school.example': ['v=spf1 mx -all', 'other'],
    '_dmarc.school.example': ['v=DMARC1; p=reject'],
    '_domainkey.school.example': ['o=-'],
  });
  const smtpUrl = instance.mailbox.url;
  assert.deepEqual(bad(await checkMail({ smtpUrl, mailFrom }, published)), []);
  assert.deepEqual(bad(await checkMail({ smtpUrl, mailFrom }, dns({}))), [
    'SPF: warning',
    'DKIM: warning',
    'DMARC: warning',
  ]);
  const below = { name: 'Badges', address: 'badges@mail.school.example' };
  const policy = (await checkMail({ smtpUrl, mailFrom: below }, published)).at(-1);
  assert.deepEqual(
    [policy?.outcome, policy?.message],
    ['ok', 'school.example: v=DMARC1; p=reject'],
    'a subdomain has the policy of its domain',
  );
  const silent = dns({}, 'ETIMEOUT');
  assert.match(
    (await checkMail({ smtpUrl, mailFrom }, silent)).at(-1)?.message ?? '',
    /doesn't respond/,
  );
  const closed = `smtp://127.0.0.1:${await findFreePort()}`;
  assert.deepEqual(bad(await checkMail({ smtpUrl: closed, mailFrom }, published)), ['mail: fault']);
  assert.deepEqual(bad(await checkMail({ smtpUrl: undefined, mailFrom }, published)), [
    'mail: warning',
  ]);
  assert.equal(encryptionFinding('mail.example.org', false).outcome, 'warning');
  assert.equal(encryptionFinding('mail.example.org', true).outcome, 'ok');
  const twice = {
    spf: ['v=spf1 a', 'v=spf1 b'],
    dmarc: ['v=DMARC1; p=none'],
    hasDkim: true,
    dmarcDomain: 'x',
  };
  assert.deepEqual(bad(mailRecordFindings('x', twice)), ['SPF: warning']);
});

test('doctor checks that the image store can write, read and delete, and its owner', async () => {
  const nowhere = join(home, 'nowhere');
  assert.deepEqual(bad(await checkImageOwner(join(nowhere, 'images'), nowhere)), [
    'image store: fault',
  ]);
  await assert.rejects(stat(nowhere), { code: 'ENOENT' });
  assert.deepEqual(await checkImageOwner(join(home, 'images'), home), []);
  if (process.getuid?.() === 0) {
    const others = join(home, 'others');
    await mkdir(join(others, 'images'), { recursive: true });
    await chown(join(others, 'images'), 65_534, 65_534);
    assert.deepEqual(bad(await checkImageOwner(join(others, 'images'), others)), [
      'image store: fault',
    ]);
  }
  const store = createFileStore(join(home, 'images'));
  assert.deepEqual(bad(await checkImageStore(store, 'here')), []);
  await writeFile(join(home, 'file'), '');
  assert.deepEqual(bad(await checkImageStore(createFileStore(join(home, 'file')), 'here')), [
    'image store: fault',
  ]);
  const forgets = { ...store, get: async () => undefined };
  assert.match((await checkImageStore(forgets, 'here'))[0]?.message ?? '', /doesn't return/);
  const keeps = { ...store, remove: async () => {} };
  assert.match((await checkImageStore(keeps, 'here'))[0]?.message ?? '', /can't delete/);
});

test('doctor checks that strangers can reach BASE_URL, read its documents and verify its badges', async () => {
  const nobody = createUrls(`http://127.0.0.1:${await findFreePort()}`);
  assert.deepEqual(bad(await checkPublicUrls(nobody, credentialId)), [
    'BASE_URL: warning',
    'reachability: fault',
  ]);
  // Under another address than in its documents.
  const other = createUrls(instance.url.replace('localhost', '127.0.0.1'));
  assert.ok(bad(await checkPublicUrls(other, credentialId)).includes('own credential, 2.0: fault'));
  const unknown = await checkPublicUrls(
    createUrls(instance.url),
    '01900000-0000-7000-8000-000000000000',
  );
  assert.deepEqual(bad(unknown).slice(1), [
    'documents, 2.0: fault',
    'documents, 3.0: fault',
    'own credential, 2.0: fault',
    'own credential, 3.0: fault',
  ]);
  // A proxy that doesn't forward /.well-known/.
  const proxy = createServer(({ url }, reply) => {
    reply.statusCode = url === health.path ? 200 : 404;
    reply.end('<h1>Not found</h1>');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const behind = createUrls(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  assert.deepEqual(bad(await checkPublicUrls(behind, undefined)), [
    'BASE_URL: warning',
    'wallets: warning',
  ]);
  proxy.close();
  const answer = (status: number, headers: Record<string, string>) => ({
    ...{ status, headers: new Headers(headers), text: '' },
  });
  const json = { 'content-type': 'application/ld+json', 'access-control-allow-origin': '*' };
  assert.deepEqual(bad(checkReplyHeaders('x', answer(200, json))), []);
  assert.deepEqual(bad(checkReplyHeaders('x', answer(301, json))), ['x: fault']);
  assert.deepEqual(
    bad(checkReplyHeaders('x', answer(200, { ...json, 'content-type': 'text/html' }))),
    ['x: fault'],
  );
  assert.deepEqual(
    bad(checkReplyHeaders('x', answer(200, { 'content-type': 'application/json' }))),
    ['x: warning'],
  );
  assert.deepEqual(bad(checkReplyHeaders('x', undefined)), ['x: fault']);
});

test('the check of logs reports expired months and months without a partition', () => {
  const now = new Date('2026-11-22T00:00:00Z');
  const until = new Date('2027-03-01T00:00:00Z');
  assert.equal(logsFinding(until, now, undefined).outcome, 'ok');
  assert.equal(logsFinding(until, until, undefined).outcome, 'warning');
  assert.match(logsFinding(until, now, 'mails').message, /^mails contains rows/);
});
