// Open Badges 3.0 issuers on their own server, who forge and alter credentials.
import {
  controllerDocument,
  credentialDocument,
  emptyStatusList,
  encodeStatusList,
  type GeneratedKey,
  generateKey,
  importEd25519Signer,
  importEs256Signer,
  type Signer,
  signCredential,
  signCredentialJwt,
  signStatusList,
  statusListDocument,
  verificationMethodId,
  writeStatus,
} from '@insignia/openbadges/v3';
import { startReceiver } from '../receiver.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape
export type Any = any;
type Party = { did: string; key: GeneratedKey; jwtKey: GeneratedKey; signer: Signer<'Ed25519'> };

/** Documents, redirects and request log of their server. */
export const servedDocuments: Record<string, Any> = {};
export const requestedPaths: string[] = [];
export const server = await startReceiver((request, response) => {
  const path = request.url ?? '';
  requestedPaths.push(path);
  const found = servedDocuments[path];
  if (typeof found === 'string') response.writeHead(302, { location: found }).end();
  else
    response
      .writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(found ?? {}));
});
export const origin = new URL(server.url).origin.replace('127.0.0.1', 'localhost');
export const school = await party('school');
export const stranger = await party('stranger');
const at = new Date('2026-03-01T00:00:00Z');

async function party(name: string): Promise<Party> {
  const did = `did:web:${new URL(origin).host.replace(':', '%3A')}:${name}`;
  const [key, jwtKey] = [await generateKey('Ed25519'), await generateKey('ES256')];
  const method = verificationMethodId(did, key.publicKeyMultibase);
  servedDocuments[`/${name}/did.json`] = controllerDocument(did, [key, jwtKey]);
  return { did, key, jwtKey, signer: await importEd25519Signer(key.pkcs8, method) };
}

export const createFacts = (more: object = {}): Any => ({
  ...{ id: 'urn:uuid:6f4c3b1e-2d0a-4c55-8f0e-6a1b2c3d4e5f', name: 'Sailor', validFrom: at },
  issuer: { id: school.did, name: 'Sailing School' },
  subject: {
    id: 'urn:uuid:1c1b2c3d-2d0a-4c55-8f0e-6a1b2c3d4e5f',
    identifiers: [{ kind: 'name', value: 'Ada Lovelace', hashed: false }],
  },
  achievement: { id: 'urn:uuid:1', name: 'Sailor', description: 'D', criteria: { narrative: 'C' } },
  ...more,
});
export const signWith = (more: object = {}, by = school.signer): Promise<Any> =>
  signCredential(credentialDocument(createFacts(more)), by, at);
export const createStatusEntry = (path: string, index = 8, purpose = 'revocation') => ({
  status: { list: `${origin}${path}`, index, purpose },
});

type ListChanges = {
  by?: Party;
  issuer?: string;
  change?: (document: Any) => Any;
  entries?: number;
};
/** A status list of the school with bit 7 set, at this path. */
async function list(path: string, purpose = 'revocation', bend: ListChanges = {}): Promise<void> {
  const bits = bend.entries ? new Uint8Array(bend.entries / 8) : emptyStatusList();
  writeStatus(bits, 7, true);
  const document: Any = statusListDocument({
    ...{ id: `${origin}${path}`, issuer: bend.issuer ?? school.did, validFrom: at },
    ...{ purpose: purpose as 'revocation', encodedList: await encodeStatusList(bits) },
  });
  const changed = bend.change ? bend.change(document) : document;
  servedDocuments[path] = await signStatusList(changed, (bend.by ?? school).signer, at);
}

export async function signJwt(more: object = {}, change?: (header: Any) => Any): Promise<string> {
  const method = verificationMethodId(school.did, school.jwtKey.publicKeyMultibase);
  const jwt = await signCredentialJwt(
    credentialDocument(createFacts(more)),
    await importEs256Signer(school.jwtKey.pkcs8, method),
  );
  if (!change) return jwt;
  const [header = '', ...rest] = jwt.split('.');
  return [
    encodeJwtPart(change(JSON.parse(Buffer.from(header, 'base64url').toString()))),
    ...rest,
  ].join('.');
}
export const encodeJwtPart = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

export const createNestedProfile = (levels: number): Any =>
  levels === 0
    ? { type: ['Profile'] }
    : {
        type: ['Profile'],
        parentOrg: [createNestedProfile(levels - 1), createNestedProfile(levels - 1)],
      };
export const embedSource = async (source: Any): Promise<Any> => {
  const good = await signWith();
  // Profiles of the badge itself need an id. Profiles in its endorsements are hashed but not
  // checked.
  const type = ['VerifiableCredential', 'EndorsementCredential'];
  return { ...good, endorsement: [{ type, issuer: source }] };
};
export const signWithProof = async (more: object): Promise<Any> => {
  const good = await signWith();
  return { ...good, proof: { ...good.proof, ...more } };
};
/** A credential in another issuer's name, signed with the school's key. */
export const signFromIssuer = (issuer: string): Promise<Any> => {
  const verificationMethod = verificationMethodId(issuer, school.key.publicKeyMultibase);
  return signWith({ issuer: { id: issuer, name: 'S' } }, { ...school.signer, verificationMethod });
};

/** A credential with an entry in a list, made with it. */
export async function signWithStatusList(
  bent: Parameters<typeof list>,
  entered: Parameters<typeof createStatusEntry>,
): Promise<Any> {
  await list(...bent);
  return signWith(createStatusEntry(...entered));
}
