import { setTimeout as sleep } from 'node:timers/promises';
import type { AcknowledgedWrites, ObservedRequest } from '../../cluster/rules.ts';
import { createRequest, type TextResponse } from './create-request.ts';

export type Load = {
  seen: ObservedRequest[];
  promised: AcknowledgedWrites;
  /** Addresses whose email was accepted. */
  mailed: Set<string>;
  imports: string[];
  /** Responses that no failure excuses. */
  wrong: string[];
  /** Number issued. */
  count: () => number;
  /** The last one issued. */
  latest: () => string;
  /** Resolves when all requests have finished. */
  end: () => Promise<void>;
};

type LoadTarget = { key: string; badgeId: string };

const issuers = 4;
const readers = 3;
// For two cores: about ten credentials and twenty reads per second. A soak of an hour at 60 equals
// five hours.
const paceMs = Number(process.env.LOAD_PACE_MS ?? 300);
const againMs = 300;
const rowsInFile = 40;
const mailEach = 4;
const repeatEach = 5;
/** No database, no process, or a balancer without processes. */
const excused = [0, 502, 503, 504];
const csv = { 'content-type': 'text/csv' };
const bare = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/**
 * An institution's daily use by careful clients, which repeat requests under one Idempotency-Key
 * until they succeed.
 */
export function startLoad(baseUrl: string, { key, badgeId }: LoadTarget): Load {
  const seen: ObservedRequest[] = [];
  const wrong: string[] = [];
  const issued = new Map<string, Set<string>>();
  const imported = new Set<string>();
  const mailed = new Set<string>();
  const imports: string[] = [];
  const ids: string[] = [];
  const ask = createRequest(baseUrl, { 'x-api-key': key });
  let [isOver, serial] = [false, 0];

  const note = (kind: string, startedAt: number, answer: TextResponse, good: number): boolean => {
    const isDone = answer.status === good;
    seen.push({ kind, startedAt, ended: performance.now(), isDone });
    if (!isDone && !excused.includes(answer.status))
      wrong.push(`${kind}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return isDone;
  };
  const insist = async (
    kind: string,
    path: string,
    body: object | string,
    headers: Record<string, string>,
    good = 200,
  ): Promise<TextResponse> => {
    for (;;) {
      const startedAt = performance.now();
      const answer = await ask('POST', path, body, headers);
      if (note(kind, startedAt, answer, good)) return answer;
      await sleep(againMs);
    }
  };

  const issue = async (): Promise<void> => {
    const n = serial++;
    const once = { 'idempotency-key': `issue-${n}` };
    const recipient = { name: `Person ${n}`, email: `issue-${n}@example.org` };
    const body = { parameters: { badgeId, recipient, issuedOn: '2026-01-01' } };
    const statuses = new Set<string>();
    issued.set(`issue-${n}`, statuses);
    for (let times = n % repeatEach === 0 ? 2 : 1; times > 0; times--)
      statuses.add(bare((await insist('issue', '/awards', body, once)).body.info.awardId));
    const [id = ''] = statuses;
    ids.push(id);
    if (n % mailEach) return;
    const email = `mail-${n}@example.org`;
    const sent = { 'idempotency-key': `mail-${n}` };
    await insist('mail', `/awards/${id}/send`, { parameters: { email } }, sent);
    mailed.add(email);
  };
  const read = async (): Promise<void> => {
    const id = ids[Math.floor(Math.random() * ids.length)];
    if (!id) return;
    const startedAt = performance.now();
    note('document', startedAt, await ask('GET', `/certify-badge/award/${id}`), 200);
  };
  const readAgain = async (): Promise<void> => {
    const startedAt = performance.now();
    if (ids[0])
      note('known document', startedAt, await ask('GET', `/certify-badge/award/${ids[0]}`), 200);
  };
  const list = async (): Promise<void> => {
    const startedAt = performance.now();
    note('list', startedAt, await ask('GET', '/awards'), 200);
  };
  const importFile = async (): Promise<void> => {
    const n = serial++;
    const addresses = Array.from({ length: rowsInFile }, (_, row) => `row-${n}-${row}@example.org`);
    const lines = addresses.map((email, row) => `Person ${n} ${row},${email},2026-01-01`);
    const once = { ...csv, 'idempotency-key': `import-${n}` };
    const file = `name,email,issuedOn\n${lines.join('\n')}\n`;
    const { body } = await insist('import', `/awards/imports?badgeId=${badgeId}`, file, once, 202);
    imports.push(body.info.importId);
    for (const email of addresses) imported.add(email);
  };
  const overAndOver = async (work: () => Promise<void>, restMs: number): Promise<void> => {
    while (!isOver) {
      await work();
      await sleep(restMs);
    }
  };
  const running = [
    ...Array.from({ length: issuers }, () => overAndOver(issue, paceMs)),
    ...Array.from({ length: readers }, () => overAndOver(read, paceMs)),
    overAndOver(readAgain, paceMs),
    overAndOver(list, 2 * paceMs),
    overAndOver(importFile, 10 * paceMs),
  ];
  return {
    ...{ seen, wrong, mailed, imports },
    promised: { issued, imported },
    count: () => ids.length,
    latest: () => ids.at(-1) ?? '',
    end: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}
