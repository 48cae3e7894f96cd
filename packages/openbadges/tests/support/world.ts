import type { Json } from '../../src/shared/read.ts';
import type { CredentialFacts } from '../../src/v3/facts.ts';
import {
  credentialDocument,
  emptyStatusList,
  encodeStatusList,
  type SignedDocument,
  signCredential,
  signStatusList,
  statusListDocument,
  writeStatus,
} from '../../src/v3/index.ts';
import {
  type CredentialVerdict,
  type VerifyCredentialOptions,
  verifyCredential,
} from '../../src/v3/verify/index.ts';
import { ordinary } from './facts.ts';
import { issuer, type TestIssuer } from './issuer.ts';

export const school = await issuer('did:web:badges.example:issuer:1');
export const stranger = await issuer('did:web:stranger.example', 2);
export const at = new Date('2026-03-01T12:00:00Z');
export const now = Date.parse('2026-06-01T00:00:00Z');
export const list = 'https://badges.example/status/1';
/** Published documents. */
export const web: Record<string, unknown> = {
  'https://badges.example/issuer/1/did.json': school.controllerDocument,
  'https://stranger.example/.well-known/did.json': stranger.controllerDocument,
};

export function sign(
  more: Partial<CredentialFacts> = {},
  by: TestIssuer = school,
): Promise<SignedDocument> {
  return signCredential(credentialDocument(ordinary(more)), by.signer, at);
}

type Circumstances = Partial<VerifyCredentialOptions> & { web?: Record<string, unknown> };

/** The verifier's result. Only these documents exist; others give 404. */
export function judge(
  credential: object | string,
  more: Circumstances = {},
): Promise<CredentialVerdict> {
  const there = { ...web, ...more.web };
  return verifyCredential({
    now,
    read: async (url) =>
      Object.hasOwn(there, url)
        ? { status: 200, document: there[url] }
        : { status: 404, document: {} },
    ...more,
    source: typeof credential === 'string' ? credential : JSON.stringify(credential),
  });
}

export function outcomes({ checks }: CredentialVerdict): Record<string, string> {
  return Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome]));
}

type ListOptions = {
  set?: number[];
  entries?: number;
  by?: TestIssuer;
  change?: (document: Json) => Json;
};

/** A signed status list with these bits set. */
export async function listWith({
  set = [],
  entries,
  by = school,
  change,
}: ListOptions): Promise<Json> {
  const bits = entries ? new Uint8Array(entries / 8) : emptyStatusList();
  for (const index of set) writeStatus(bits, index, true);
  const facts = { id: list, issuer: by.did, purpose: 'revocation', validFrom: at } as const;
  const document = statusListDocument({ ...facts, encodedList: await encodeStatusList(bits) });
  return signStatusList(change ? change(document) : document, by.signer, at);
}
