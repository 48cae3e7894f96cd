// A restore while signed copies are in circulation: no entry of a status list is assigned twice, so
// revoking one credential never revokes another's copy.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { decodeStatusList, readStatus } from '@insignia/openbadges/v3';
import { assertOk, createTestClient, type SendRequest } from '../tests/support/client.ts';
import { createDataDirectory } from '../tests/support/data-directory.ts';
import { assertSucceeded, runInsignia } from '../tests/support/insignia.ts';
import { createAwardBodyFor, idFromUrl } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import { createTemporaryDirectory, startProcess } from '../tests/support/process.ts';
import { prepareAccount } from './prepare.ts';

const cleanups: (() => unknown)[] = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

type Entry = { statusListCredential: string; statusListIndex: string };
const readEntry = async (send: SendRequest, id: string): Promise<Entry> =>
  assertOk(await send('GET', `/credentials/${id}/vc`)).body.credentialStatus;
const isRevoked = async (send: SendRequest, entry: Entry): Promise<boolean> => {
  const { pathname } = new URL(entry.statusListCredential);
  const { body } = assertOk(await send('GET', pathname));
  const bits = await decodeStatusList(body.credentialSubject.encodedList);
  return readStatus(bits, Number(entry.statusListIndex));
};
const formatEntry = ({ statusListCredential, statusListIndex }: Entry): string =>
  `${statusListCredential}#${statusListIndex}`;

test('after a restore, no status-list entry named by a copy in circulation is assigned again', async () => {
  const { path: home, remove } = await createTemporaryDirectory();
  cleanups.push(remove);
  const [target, place] = [join(home, 'target'), join(home, 'backups')];
  const { path: dataDir, remove: removeData } = await createDataDirectory();
  cleanups.push(removeData);
  const BACKUP_PASSPHRASE = 'a passphrase of the tests';
  const insignia = async (DATA_DIR: string, ...args: string[]) => {
    const env = { DATA_DIR, BACKUP_PASSPHRASE, BASE_URL: `http://127.0.0.1:${port}` };
    return assertSucceeded(await runInsignia(home, args, { env }));
  };
  const port = await findFreePort();
  const settings = { PORT: String(port), DEFAULT_PLAN: 'pro', LOG_LEVEL: 'error' };
  const source = await startProcess({ ...settings, DATA_DIR: dataDir });
  const { key, badgeId } = await prepareAccount(source.url, dataDir);
  const send = createTestClient(source.url, { 'x-api-key': key });
  const issue = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      const answer = await send('POST', '/awards', createAwardBodyFor(badgeId));
      ids.push(idFromUrl(assertOk(answer).body.info.awardId));
    }
    return ids;
  };
  const sign = async (ids: string[]): Promise<Entry[]> => {
    const entries: Entry[] = [];
    for (const id of ids) entries.push(await readEntry(send, id));
    return entries;
  };
  const [signedBefore, unsigned] = [await issue(5), await issue(12)];
  const early = await sign(signedBefore);
  await insignia(dataDir, 'backup', place);
  // Copies of these are in circulation, but the backup contains none of them.
  const lost = await sign([...unsigned, ...(await issue(12))]);
  source.child.kill('SIGTERM');
  assert.equal(await source.ended, 0);

  const restoreRun = await insignia(target, 'restore', place);
  assert.match(restoreRun, /can't be revoked\. .+up to 12 restored credentials/);
  const restored = await startProcess({ ...settings, DATA_DIR: target });
  assert.deepEqual(await sign(signedBefore), early, 'signed before: as it was');
  const issuedLater = await issue(12);
  const late = await sign([...unsigned, ...issuedLater]);
  const circulating = [...early, ...lost, ...late].map(formatEntry);
  assert.equal(new Set(circulating).size, circulating.length, 'no entry is assigned twice');
  const lists = new Set([...early, ...lost].map((entry) => entry.statusListCredential));
  for (const { statusListCredential } of late) assert.ok(!lists.has(statusListCredential));

  // Revoking sets the bit of that credential only, in old lists and in new ones.
  const revoked = [signedBefore[0] ?? '', unsigned[0] ?? '', issuedLater[0] ?? ''];
  for (const id of revoked) assertOk(await send('POST', `/awards/${id}/revoke`, {}));
  const own = new Set((await sign(revoked)).map(formatEntry));
  for (const entry of [...early, ...lost, ...late])
    assert.equal(await isRevoked(send, entry), own.has(formatEntry(entry)), formatEntry(entry));
  restored.child.kill('SIGTERM');
  assert.equal(await restored.ended, 0);
  process.stdout.write(
    `# restored beside ${early.length + lost.length} copies in circulation: ${late.length} more signed, no entry twice\n`,
  );
});
