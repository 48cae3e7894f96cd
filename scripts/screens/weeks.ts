import type { Client } from '@insignia/sdk';
import { assertOk, createTestClient } from '../../apps/server/tests/support/client.ts';
import type { Instance } from '../../apps/server/tests/support/instance.ts';
import { idFromUrl } from '../../apps/server/tests/support/people.ts';

/** Sample recipients, the same in every run. */
const first = [
  'Ingrid',
  'Noor',
  'Kenji',
  'Amara',
  'Søren',
  'Lucía',
  'Oleksandr',
  'Mei-Ling',
  'Tomasz',
  'Priya',
  'Yusuf',
  'Hanna',
  'Mateus',
];
const last = [
  'Solberg',
  'Haddad',
  'Tanaka',
  'Okafor',
  'Lindqvist',
  'Fernández',
  'Kovalenko',
  'Zhang',
  'Nowak',
  'Raman',
  'Demir',
  'Virtanen',
  'Oliveira',
  'Berg',
  'Moreau',
  'Kipchoge',
  'O’Brien',
];

export type Recipient = { name: string; email: string };

/** The list lengths have no common divisor, so 221 names are unique. */
export function createRecipient(n: number): Recipient {
  const [givenName, familyName] = [first[n % first.length] ?? '', last[n % last.length] ?? ''];
  const plain = `${givenName}.${familyName}`
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replaceAll(/[^a-zA-Z.-]/g, '')
    .toLowerCase();
  return { name: `${givenName} ${familyName}`, email: `${plain}@students.fjord.example` };
}

export const dayMs = 86_400_000;
export const daysBack = 59;
/** Sets the program's clock. */
export type SetDaysAgo = (daysAgo: number) => void;

/** Varies by day, with none on weekends. */
export async function issueForWeeks({
  at,
  by,
  badgeIds,
}: {
  at: SetDaysAgo;
  by: readonly Client[];
  badgeIds: readonly string[];
}): Promise<string[]> {
  const awards: string[] = [];
  for (let ago = daysBack; ago >= 0; ago -= 1) {
    at(ago);
    const issuedOn = new Date(Date.now() - ago * dayMs);
    if ([0, 6].includes(issuedOn.getUTCDay())) continue;
    const count = 1 + ((ago * 7) % 5) + (ago % 11 === 0 ? 6 : 0);
    for (let n = 0; n < count; n += 1) {
      const issuing = by[(ago + n) % by.length] as Client;
      const badgeId = badgeIds[(ago + n * 3) % badgeIds.length] ?? '';
      const { awardId } = await issuing.credentials.issue({
        ...{ badgeId, recipient: createRecipient(awards.length) },
        issuedOn: issuedOn.toISOString().slice(0, 10),
        ...(badgeId === badgeIds[3] && { expires: getExpiry(issuedOn, ago) }),
        ...(badgeId === badgeIds[0] && passage),
      });
      awards.push(idFromUrl(awardId));
    }
  }
  return awards;
}

/** Details of navigation credentials. */
const passage = {
  narrative: 'Led a crew of five from **Bergen** to Stavanger and back, two nights under way.',
  evidence: [
    { id: 'https://logbook.fjord.example/passages/2026-08', name: 'Log book of the passage' },
  ],
  attributes: { Vessel: 'Colin Archer', 'Nautical miles': '212' },
};

/** First aid expires; some early ones weren't renewed. */
function getExpiry(issuedOn: Date, ago: number): string {
  const days = ago > 40 ? 30 : 730;
  return new Date(issuedOn.getTime() + days * dayMs).toISOString().slice(0, 10);
}

const networks = ['linkedin', 'copy', 'email', 'linkedin', 'whatsapp'] as const;

/** Visitors' engagement from separate addresses. */
export async function recordEngagementFor(
  { url }: Instance,
  awards: readonly string[],
  at: SetDaysAgo,
): Promise<void> {
  for (const [n, awardId] of awards.entries()) {
    const age = (daysBack * (awards.length - n)) / awards.length;
    for (let visitor = 0; visitor < 1 + ((n * 5) % 7); visitor += 1) {
      const ago = Math.floor(age - visitor * 2 - (n % 3));
      if (ago < 0) continue;
      at(ago);
      const send = createTestClient(url, { 'x-forwarded-for': `203.0.113.${visitor + 1}` });
      for (const parameters of doneBy(n + visitor))
        assertOk(await send('POST', `/awards/${awardId}/event`, { parameters }));
    }
  }
}

function doneBy(n: number): object[] {
  return [
    { kind: 'view' },
    ...(n % 4 === 0 ? [{ kind: 'share', network: networks[n % networks.length] }] : []),
    ...(n % 5 === 0 ? [{ kind: 'download' }] : []),
    ...(n % 9 === 0 ? [{ kind: 'linkedin_add' }] : []),
  ];
}
