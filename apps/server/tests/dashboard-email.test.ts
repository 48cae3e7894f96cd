import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { findObstaclesEverywhere, openDashboard } from './support/dashboard.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { useInstanceAndBrowser } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

async function withBadge(): Promise<{ owner: Owner; badgeId: string }> {
  const owner = await createOwner(instance, 'pro');
  return { owner, badgeId: await createBadge(owner, await createIssuer(owner)) };
}

/** Issues and emails one credential to each name. */
async function issueAndSend(owner: Owner, badgeId: string, names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const email = `${name}@${owner.accountId.slice(-6)}.example`;
    const awardId = await issueAward(owner, badgeId, {
      recipient: { name: `${name} Recipient`, email },
    });
    await owner.insignia.credentials.send({ awardId, email });
    ids.push(awardId);
  }
  const list = () => owner.insignia.mail.list({ state: 'accepted' });
  await waitForCondition(
    'accepted',
    async () =>
      (await list()).items.filter(({ kind }) => kind === 'credential').length === names.length,
  );
  return ids;
}

test('the overview sends emails that were only written to files, and then has nothing to send', async () => {
  const { owner, badgeId } = await withBadge();
  const ids = await issueAndSend(owner, badgeId, ['ada', 'bob', 'cleo']);
  await sql`update mails set handed_to = 'file' where credential_id = any(${ids}::uuid[])`.execute(
    instance.db,
  );
  const { page, complaints } = await openDashboard(browser, instance, owner);
  const send = page.getByRole('button', {
    name: 'Send 3 emails that were only written to files',
    exact: true,
  });
  await send.waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'overview'), []);
  await send.click();
  await page.getByText('Sending 3 emails').waitFor();
  await send.waitFor({ state: 'detached' });
  await waitForCondition(
    'accepted',
    async () => (await owner.insignia.mail.list({ state: 'accepted' })).items.length >= 3,
  );
  assert.deepEqual(complaints, []);
});
