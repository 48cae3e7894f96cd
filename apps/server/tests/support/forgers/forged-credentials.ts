import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  credentialDocument,
  generateKey,
  importEd25519Signer,
  importEs256Signer,
  signCredentialJwt,
  verificationMethodId,
} from '@insignia/openbadges/v3';
import {
  type Any,
  createFacts,
  createNestedProfile,
  createStatusEntry,
  embedSource,
  encodeJwtPart,
  origin,
  school,
  servedDocuments,
  signFromIssuer,
  signJwt,
  signWith,
  signWithProof,
  signWithStatusList,
  stranger,
} from './world.ts';

/** Header and payload with an ES256 signature. */
async function signedByStranger(start: string): Promise<string> {
  const { sign } = await importEs256Signer(stranger.jwtKey.pkcs8, stranger.did);
  return `${start}.${Buffer.from(await sign(Buffer.from(start))).toString('base64url')}`;
}

export const forgedCredentials: Record<string, () => Promise<Any> | Any> = {
  'a good one': () => signWith(),
  'a good JWT': () => signJwt(),
  changed: async () => ({ ...(await signWith()), name: 'Admiral' }),
  'signed by another key under the name of its issuer’s': async () =>
    signWith({}, { ...stranger.signer, verificationMethod: school.signer.verificationMethod }),
  'signed by another issuer': () => signWith({}, stranger.signer),
  'signed by a did:key': async () => {
    const k = await generateKey('Ed25519');
    return signWith(
      {},
      await importEd25519Signer(k.pkcs8, `did:key:${k.publicKeyMultibase}#${k.publicKeyMultibase}`),
    );
  },
  expired: () => signWith({ validUntil: new Date('2026-04-01') }),
  'not yet valid': () => signWith({ validFrom: new Date('2026-07-01') }),
  'issued by a clock an hour ahead': () =>
    signWith({ validFrom: new Date('2026-06-01T13:00:00Z') }),
  'expired an hour ago': () => signWith({ validUntil: new Date('2026-06-01T11:00:00Z') }),
  'listed and not revoked': () => signWithStatusList(['/good'], ['/good']),
  revoked: () => signWithStatusList(['/good'], ['/good', 7]),
  suspended: () =>
    signWithStatusList(['/suspended', 'suspension'], ['/suspended', 7, 'suspension']),
  'on a list for another purpose': () =>
    signWithStatusList(['/suspended', 'suspension'], ['/suspended', 8]),
  'on a list that is another': () =>
    signWithStatusList(
      ['/a', 'revocation', { change: (d) => ({ ...d, id: `${origin}/b` }) }],
      ['/a'],
    ),
  'on a list that is too short': () =>
    signWithStatusList(['/short', 'revocation', { entries: 1_024 }], ['/short']),
  'beyond the end of its list': () => signWithStatusList(['/good'], ['/good', 9_999_999]),
  'on a list signed by a stranger': () =>
    signWithStatusList(['/s', 'revocation', { by: stranger }], ['/s']),
  'on a list of a stranger': () =>
    signWithStatusList(['/o', 'revocation', { by: stranger, issuer: stranger.did }], ['/o']),
  'on a list of an hour ahead': () =>
    signWithStatusList(
      [
        '/f',
        'revocation',
        {
          change: (d) => ({ ...d, validFrom: '2026-06-01T13:00:00Z' }),
        },
      ],
      ['/f'],
    ),
  'on a list that is gone': async () => signWith(createStatusEntry('/gone')),
  'on a list that leads elsewhere': () => {
    servedDocuments['/moved'] = `${origin}/good`;
    return signWith(createStatusEntry('/moved'));
  },
  'on a list that unpacks without end': () =>
    signWithStatusList(
      [
        '/z',
        'revocation',
        {
          change: (d) => ({
            ...d,
            credentialSubject: {
              ...d.credentialSubject,
              encodedList: `u${gzipSync(Buffer.alloc(2 ** 26)).toString('base64url')}`,
            },
          }),
        },
      ],
      ['/z'],
    ),
  'without a proof': async () => ({ ...(await signWith()), proof: undefined }),
  'a proof for another purpose': () => signWithProof({ proofPurpose: 'authentication' }),
  'a suite that nobody knows': () => signWithProof({ cryptosuite: 'eddsa-rdfc-2099' }),
  'a suite for other keys': () => signWithProof({ cryptosuite: 'ecdsa-rdfc-2019' }),
  'a key that its issuer does not have': () =>
    signWithProof({ verificationMethod: `${school.did}#z6Mk` }),
  'two proofs, one of them wrong': async () => {
    const g = await signWith();
    const o = await signWith({ name: 'Other' });
    return { ...g, proof: [g.proof, o.proof] };
  },
  'two proofs, one by a stranger': async () => {
    const g = await signWith();
    const o = await signWith({}, stranger.signer);
    return { ...g, proof: [g.proof, o.proof] };
  },
  'a JWT without signature (alg: none)': async () =>
    (await signJwt({}, (h) => ({ ...h, alg: 'none' }))).replace(/[^.]+$/, ''),
  'a JWT by HMAC with the public key': async () => {
    const [h = '', p] = (await signJwt()).split('.');
    const known = JSON.parse(Buffer.from(h, 'base64url').toString());
    const start = `${encodeJwtPart({ ...known, alg: 'HS256' })}.${p}`;
    return `${start}.${createHmac('sha256', school.jwtKey.publicKeyMultibase).update(start).digest('base64url')}`;
  },
  'a JWT that brings its key along': async () => {
    const jwt = await signCredentialJwt(
      credentialDocument(createFacts()),
      await importEs256Signer(stranger.jwtKey.pkcs8, 'x:y'),
    );
    const [h = '', p = ''] = jwt.split('.');
    const { kid: _, ...known } = JSON.parse(Buffer.from(h, 'base64url').toString());
    return signedByStranger(
      `${encodeJwtPart({ ...known, jwk: stranger.jwtKey.publicKeyJwk })}.${p}`,
    );
  },
  'a JWT that says where its key is': async () => {
    const jwt = await signCredentialJwt(
      credentialDocument(createFacts()),
      await importEs256Signer(
        stranger.jwtKey.pkcs8,
        verificationMethodId(school.did, school.jwtKey.publicKeyMultibase),
      ),
    );
    const [h = '', p = ''] = jwt.split('.');
    const known = JSON.parse(Buffer.from(h, 'base64url').toString());
    const keys = { jwk: stranger.jwtKey.publicKeyJwk, jku: `${origin}/K`, x5u: `${origin}/K` };
    return signedByStranger(`${encodeJwtPart({ ...known, ...keys })}.${p}`);
  },
  'a JWT with crit': () => signJwt({}, (h) => ({ ...h, crit: ['b64'], b64: false })),
  'a JWT by a key of a stranger': async () =>
    signCredentialJwt(
      credentialDocument(createFacts()),
      await importEs256Signer(
        stranger.jwtKey.pkcs8,
        verificationMethodId(stranger.did, stranger.jwtKey.publicKeyMultibase),
      ),
    ),
  'a JWT whose payload is another': async () => {
    const [h, , s] = (await signJwt()).split('.');
    const [, p] = (await signJwt({ name: 'Admiral' })).split('.');
    return [h, p, s].join('.');
  },
  'a context that redefines words': async () => {
    const g = await signWith();
    return { ...g, '@context': [...g['@context'], { name: 'urn:x' }] };
  },
  'a context that nobody knows': async () => {
    const g = await signWith();
    return { ...g, '@context': [...g['@context'], `${origin}/context.json`] };
  },
  'members that no context has': async () => ({ ...(await signWith()), extra: 'x' }),
  'a megabyte of words': async () => ({
    ...(await signWith()),
    description: 'x'.repeat(1024 * 1024 - 5_000),
  }),
  'fifty levels': async () => ({
    ...(await signWith()),
    x: JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`),
  }),
  '15,000 members': async () => ({
    ...(await signWith()),
    x: Array.from({ length: 15_000 }, () => 1),
  }),
  'nameless nodes that are all alike': () => embedSource(createNestedProfile(8)),
  '400 nameless nodes in pairs': () =>
    embedSource(
      Array.from({ length: 400 }, () => ({
        type: ['Profile'],
        name: 'x',
        parentOrg: { type: ['Profile'], name: 'y' },
      })),
    ),
  'an issuer at a private address': () => signFromIssuer('did:web:10.0.0.1'),
  'an issuer by the name of a private address': () =>
    signFromIssuer('did:web:10.0.0.1.nip.example'),
  'an issuer on a port that is none': () => signFromIssuer('did:web:localhost%3A99999'),
  'an issuer upwards': () => signFromIssuer('did:web:localhost:..:admin'),
  'an issuer with an escaped slash': () => signFromIssuer('did:web:localhost%2Fadmin'),
  'an issuer who leads elsewhere': () => {
    servedDocuments['/moved/did.json'] = `${origin}/school/did.json`;
    return signFromIssuer(school.did.replace(':school', ':moved'));
  },
  'an issuer whose document is another’s': () => {
    servedDocuments['/copied/did.json'] = servedDocuments['/school/did.json'];
    return signFromIssuer(school.did.replace(':school', ':copied'));
  },
  'an issuer by plain HTTP': () => signFromIssuer(`http://127.0.0.1/school`),
};
