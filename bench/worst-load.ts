// Sends the heaviest load that one account may send, from its own thread so that its cost doesn't
// delay the measurements.
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { generateKey } from '@insignia/openbadges/v3';
import sharp from 'sharp';

export const loads = [
  'designs',
  'uploads',
  'previews',
  'exports',
  'imports',
  'lists',
  'searches',
  'verifications',
  'expensive verifications',
] as const;
export type Load = (typeof loads)[number];
export const lanes = 12;
/** A refused client retries after this time, sooner than it was asked to. */
const pauseMs = 50;

type LoadOptions = Record<'url' | 'key' | 'issuerId' | 'badgeId' | 'awardId', string> & {
  load: Load;
};

export function createDesign(layers: number, more: object, seed: number): string {
  return JSON.stringify({
    ...{ insigniaDesign: 1, kind: 'badge', width: 1_024, height: 1_024 },
    layers: Array.from({ length: layers }, (_, n) => ({
      ...{ id: `l${n}`, name: '', x: 20 + n, y: 20 + (seed % 900), width: 900, height: 900 },
      ...{ type: 'shape', shape: { kind: 'rectangle', radius: 20 }, ...more },
      fill: { type: 'color', color: '#336699' },
    })),
  });
}

type Request = {
  path: string;
  method?: string;
  type?: string;
  body?: string;
  /** IP address of the client, without an API key. */
  client?: string;
};

const shadow = { x: 4, y: 4, blur: 8, color: '#000000' };
const words = { name: 'B', description: 'D', criteria: 'C' };
const json = (path: string, parameters: object): Request => ({
  ...{ path, method: 'POST', type: 'application/json', body: JSON.stringify({ parameters }) },
});

/** Blank nodes that are expensive to distinguish. */
const nestProfiles = (levels: number): object => ({
  type: ['Profile'],
  ...(levels > 0 && { parentOrg: [nestProfiles(levels - 1), nestProfiles(levels - 1)] }),
});

type SignedDocument = Record<'credentialSubject' | 'issuer' | 'proof', object>;

async function createDeepDocument(url: string, awardId: string): Promise<SignedDocument> {
  const answer = await fetch(`${url}/credentials/${awardId}/vc`);
  const signed = (await answer.json()) as SignedDocument;
  return {
    ...signed,
    credentialSubject: { ...signed.credentialSubject, source: nestProfiles(8) },
  };
}

/** From several clients, because each has its own turns. */
function verify(document: SignedDocument): (n: number) => Request {
  const body = JSON.stringify({ document });
  return (n) => ({
    ...{ path: '/verify', method: 'POST', type: 'application/json', body },
    client: `192.0.2.${n % lanes}`,
  });
}

async function createRequests({
  load,
  url,
  issuerId,
  badgeId,
  awardId,
}: LoadOptions): Promise<(n: number) => Request> {
  switch (load) {
    case 'designs':
      return (n) =>
        json('/badges', { ...words, issuerId, designJson: createDesign(60, { shadow }, n) });
    case 'uploads': {
      const side = 1_250;
      const raw = { width: side, height: side, channels: 3 as const };
      const noise = sharp(randomFillSync(Buffer.alloc(side * side * 3)), { raw });
      const image = (await noise.png({ compressionLevel: 1 }).toBuffer()).toString('base64');
      const upload = json('/badges', { ...words, issuerId, image });
      return () => upload;
    }
    case 'previews':
      return (n) =>
        json(`/issuers/${issuerId}/brand/preview`, {
          ...{ file: 'certificate.png', recipientName: `Somebody ${n}` },
        });
    case 'exports':
      return () => ({ path: '/awards/export.csv' });
    case 'imports': {
      const rows = Array.from({ length: 10_000 }, (_, n) => `P ${n},i${n}@example.org,2026-01-31`);
      const body = ['name,email,issuedOn', ...rows].join('\n');
      const path = `/awards/imports?badgeId=${badgeId}`;
      return () => ({ path, method: 'POST', type: 'text/csv', body });
    }
    case 'lists':
      return () => ({ path: '/awards' });
    // Two letters are too few for the index, and no credential has them.
    case 'searches':
      return (n) => {
        const filter = JSON.stringify({ search: `z${n % 9}` });
        return { path: `/awards?filter=${encodeURIComponent(filter)}` };
      };
    // The key of the bench's issuers can't be found, so these documents aren't hashed.
    case 'verifications':
      return verify(await createDeepDocument(url, awardId));
    // The key is in the document, so it is hashed, which takes seconds of a thread.
    case 'expensive verifications': {
      const document = await createDeepDocument(url, awardId);
      const { publicKeyMultibase: key } = await generateKey('Ed25519');
      const id = `did:key:${key}`;
      return verify({
        ...document,
        issuer: { ...document.issuer, id },
        proof: { ...document.proof, verificationMethod: `${id}#${key}` },
      });
    }
  }
}

async function send(options: LoadOptions): Promise<void> {
  const createRequest = await createRequests(options);
  const ending = new AbortController();
  const statuses: Record<number, number> = {};
  let sent = 0;
  const sendOne = async (): Promise<boolean> => {
    const { path, method = 'GET', type, body, client } = createRequest(sent++);
    const response = await fetch(options.url + path, {
      method,
      headers: {
        ...(client ? { 'x-forwarded-for': client } : { 'x-api-key': options.key }),
        ...(type && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
      signal: ending.signal,
    });
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    for await (const _ of response.body ?? []);
    return response.ok;
  };
  const lane = async (): Promise<void> => {
    while (!ending.signal.aborted)
      if (!(await sendOne().catch(() => true)))
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
  };
  const running = Array.from({ length: lanes }, lane);
  parentPort?.postMessage('under way');
  await once(parentPort as NonNullable<typeof parentPort>, 'message');
  ending.abort();
  await Promise.all(running);
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  parentPort?.postMessage(counts.join(', '));
}

if (!isMainThread) await send(workerData as LoadOptions);
