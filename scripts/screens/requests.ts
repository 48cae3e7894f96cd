import type { Client } from '@insignia/sdk';
import { assertOk, createTestClient } from '../../apps/server/tests/support/client.ts';
import type { Instance } from '../../apps/server/tests/support/instance.ts';
import { signInByCode } from '../../apps/server/tests/support/people.ts';
import { createRecipient } from './weeks.ts';

type SampleRequest = {
  kind: 'correction' | 'erasure';
  message: string;
  correctName?: (name: string) => string;
};

const sampleRequests: readonly SampleRequest[] = [
  {
    kind: 'correction',
    message: 'I married in the summer. Please use my new surname on the credential.',
    correctName: (name) => `${name}-Berg`,
  },
  { kind: 'erasure', message: 'I don’t need this credential any more.' },
  {
    kind: 'correction',
    message: 'Please add my middle name, as in my passport.',
    correctName: (name) => name.replace(' ', ' Maria '),
  },
];

/** Requests of recipients. Returns the cookie of the first one, who has the most credentials. */
export async function createRequests(
  instance: Instance,
  insignia: Client,
  awards: readonly string[],
): Promise<{ cookie: string }> {
  const cookies: string[] = [];
  for (const [n, { kind, message, correctName }] of sampleRequests.entries()) {
    const awardId = awards.at(-20 - n) ?? '';
    const { recipient } = await insignia.credentials.get({ awardId });
    const { cookie, session } = await signInByCode(instance, recipient.email);
    const parameters = { kind, message, name: correctName?.(recipient.name) };
    assertOk(await session('POST', `/my/credentials/${awardId}/requests`, { parameters }), 201);
    cookies.push(cookie);
  }
  return { cookie: cookies[0] ?? '' };
}

/** A claim code with requests that wait for approval. Returns the code. */
export async function createClaim(
  { url, mailbox }: Instance,
  insignia: Client,
  badgeId: string,
): Promise<string> {
  const fields = ['Vessel'];
  const expires = '2027-06-30';
  const claim = { badgeId, limit: 40, approval: true, expires, fields };
  const { code } = await insignia.claims.create(claim);
  await insignia.claims.create({ badgeId, limit: 120 });
  const anyone = createTestClient(url);
  for (const [n, vessel] of ['Colin Archer', 'Fram', 'Gjøa'].entries()) {
    const { name, email } = createRecipient(380 + n);
    const first = { name, email, attributes: { Vessel: vessel } };
    const { requestId } = assertOk(await anyone('POST', `/claim/${code}`, first)).body;
    const { mail } = await mailbox.waitFor(email, /^Your code for/);
    const digits = /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
    assertOk(await anyone('POST', `/claim/${code}`, { requestId, code: digits }));
  }
  return code;
}

/** A dry run of corrections: two changes, one row without, one with an error. */
export async function checkCorrections(
  insignia: Client,
  badgeId: string,
  awards: readonly string[],
): Promise<string> {
  const rows: string[] = [];
  for (const awardId of awards) {
    const { recipient, badge } = await insignia.credentials.get({ awardId });
    if (!badge.id.endsWith(badgeId) || rows.length === 4) continue;
    const changes = [
      [`${recipient.name}-Dahl`, recipient.email],
      [recipient.name, recipient.email.replace('students.', 'alumni.')],
      [recipient.name, recipient.email],
      [recipient.name, 'not an address'],
    ];
    rows.push([awardId, ...(changes[rows.length] ?? [])].join(','));
  }
  const file = ['id,name,email', ...rows].join('\n');
  const { importId } = await insignia.imports.create({ badgeId, file, dryRun: 'true' });
  for await (const _ of insignia.imports.follow(importId));
  return importId;
}
