import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  credentialDocument,
  ed25519SignerOf,
  es256SignerOf,
  generateKey,
  signCredentialJwt,
  verificationMethodId,
} from '@insignia/openbadges/v3';
import {
  type Any,
  entry,
  facts,
  jwt,
  listed,
  nested,
  of,
  origin,
  part,
  proofOf,
  school,
  signed,
  stranger,
  web,
  within,
} from './world.ts';

/** Header and payload with an ES256 signature. */
async function signedByStranger(start: string): Promise<string> {
  const { sign } = await es256SignerOf(stranger.jwtKey.pkcs8, stranger.did);
  return `${start}.${Buffer.from(await sign(Buffer.from(start))).toString('base64url')}`;
}

/** Forged and altered credentials. */
export const bent: Record<string, () => Promise<Any> | Any> = {
  'a good one': () => signed(),
  'a good JWT': () => jwt(),
  changed: async () => ({ ...(await signed()), name: 'Admiral' }),
  'signed by another key under the name of its issuer’s': async () =>
    signed({}, { ...stranger.signer, verificationMethod: school.signer.verificationMethod }),
  'signed by another issuer': () => signed({}, stranger.signer),
  'signed by a did:key': async () => {
    const k = await generateKey('Ed25519');
    return signed(
      {},
      await ed25519SignerOf(k.pkcs8, `did:key:${k.publicKeyMultibase}#${k.publicKeyMultibase}`),
    );
  },
  expired: () => signed({ validUntil: new Date('2026-04-01') }),
  'not yet valid': () => signed({ validFrom: new Date('2026-07-01') }),
  'issued by a clock an hour ahead': () => signed({ validFrom: new Date('2026-06-01T13:00:00Z') }),
  'expired an hour ago': () => signed({ validUntil: new Date('2026-06-01T11:00:00Z') }),
  'listed and not revoked': () => listed(['/good'], ['/good']),
  revoked: () => listed(['/good'], ['/good', 7]),
  suspended: () => listed(['/suspended', 'suspension'], ['/suspended', 7, 'suspension']),
  'on a list for another purpose': () => listed(['/suspended', 'suspension'], ['/suspended', 8]),
  'on a list that is another': () =>
    listed(['/a', 'revocation', { change: (d) => ({ ...d, id: `${origin}/b` }) }], ['/a']),
  'on a list that is too short': () =>
    listed(['/short', 'revocation', { entries: 1_024 }], ['/short']),
  'beyond the end of its list': () => listed(['/good'], ['/good', 9_999_999]),
  'on a list signed by a stranger': () => listed(['/s', 'revocation', { by: stranger }], ['/s']),
  'on a list of a stranger': () =>
    listed(['/o', 'revocation', { by: stranger, issuer: stranger.did }], ['/o']),
  'on a list of an hour ahead': () =>
    listed(
      [
        '/f',
        'revocation',
        {
          change: (d) => ({ ...d, validFrom: '2026-06-01T13:00:00Z' }),
        },
      ],
      ['/f'],
    ),
  'on a list that is gone': async () => signed(entry('/gone')),
  'on a list that leads elsewhere': () => {
    web['/moved'] = `${origin}/good`;
    return signed(entry('/moved'));
  },
  'on a list that unpacks without end': () =>
    listed(
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
  'without a proof': async () => ({ ...(await signed()), proof: undefined }),
  'a proof for another purpose': () => proofOf({ proofPurpose: 'authentication' }),
  'a suite that nobody knows': () => proofOf({ cryptosuite: 'eddsa-rdfc-2099' }),
  'a suite for other keys': () => proofOf({ cryptosuite: 'ecdsa-rdfc-2019' }),
  'a key that its issuer does not have': () =>
    proofOf({ verificationMethod: `${school.did}#z6Mk` }),
  'two proofs, one of them wrong': async () => {
    const g = await signed();
    const o = await signed({ name: 'Other' });
    return { ...g, proof: [g.proof, o.proof] };
  },
  'two proofs, one by a stranger': async () => {
    const g = await signed();
    const o = await signed({}, stranger.signer);
    return { ...g, proof: [g.proof, o.proof] };
  },
  'a JWT without signature (alg: none)': async () =>
    (await jwt({}, (h) => ({ ...h, alg: 'none' }))).replace(/[^.]+$/, ''),
  'a JWT by HMAC with the public key': async () => {
    const [h = '', p] = (await jwt()).split('.');
    const known = JSON.parse(Buffer.from(h, 'base64url').toString());
    const start = `${part({ ...known, alg: 'HS256' })}.${p}`;
    return `${start}.${createHmac('sha256', school.jwtKey.publicKeyMultibase).update(start).digest('base64url')}`;
  },
  'a JWT that brings its key along': async () => {
    const made = await signCredentialJwt(
      credentialDocument(facts()),
      await es256SignerOf(stranger.jwtKey.pkcs8, 'x:y'),
    );
    const [h = '', p = ''] = made.split('.');
    const { kid: _, ...known } = JSON.parse(Buffer.from(h, 'base64url').toString());
    return signedByStranger(`${part({ ...known, jwk: stranger.jwtKey.publicKeyJwk })}.${p}`);
  },
  'a JWT that says where its key is': async () => {
    const made = await signCredentialJwt(
      credentialDocument(facts()),
      await es256SignerOf(
        stranger.jwtKey.pkcs8,
        verificationMethodId(school.did, school.jwtKey.publicKeyMultibase),
      ),
    );
    const [h = '', p = ''] = made.split('.');
    const known = JSON.parse(Buffer.from(h, 'base64url').toString());
    const keys = { jwk: stranger.jwtKey.publicKeyJwk, jku: `${origin}/K`, x5u: `${origin}/K` };
    return signedByStranger(`${part({ ...known, ...keys })}.${p}`);
  },
  'a JWT with crit': () => jwt({}, (h) => ({ ...h, crit: ['b64'], b64: false })),
  'a JWT by a key of a stranger': async () =>
    signCredentialJwt(
      credentialDocument(facts()),
      await es256SignerOf(
        stranger.jwtKey.pkcs8,
        verificationMethodId(stranger.did, stranger.jwtKey.publicKeyMultibase),
      ),
    ),
  'a JWT whose payload is another': async () => {
    const [h, , s] = (await jwt()).split('.');
    const [, p] = (await jwt({ name: 'Admiral' })).split('.');
    return [h, p, s].join('.');
  },
  'a context that redefines words': async () => {
    const g = await signed();
    return { ...g, '@context': [...g['@context'], { name: 'urn:x' }] };
  },
  'a context that nobody knows': async () => {
    const g = await signed();
    return { ...g, '@context': [...g['@context'], `${origin}/context.json`] };
  },
  'members that no context has': async () => ({ ...(await signed()), extra: 'x' }),
  'a megabyte of words': async () => ({
    ...(await signed()),
    description: 'x'.repeat(1024 * 1024 - 5_000),
  }),
  'fifty levels': async () => ({
    ...(await signed()),
    x: JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`),
  }),
  '15,000 members': async () => ({
    ...(await signed()),
    x: Array.from({ length: 15_000 }, () => 1),
  }),
  'nameless nodes that are all alike': () => within(nested(8)),
  '400 nameless nodes in pairs': () =>
    within(
      Array.from({ length: 400 }, () => ({
        type: ['Profile'],
        name: 'x',
        parentOrg: { type: ['Profile'], name: 'y' },
      })),
    ),
  'an issuer at a private address': () => of('did:web:10.0.0.1'),
  'an issuer by the name of a private address': () => of('did:web:10.0.0.1.nip.example'),
  'an issuer on a port that is none': () => of('did:web:localhost%3A99999'),
  'an issuer upwards': () => of('did:web:localhost:..:admin'),
  'an issuer with an escaped slash': () => of('did:web:localhost%2Fadmin'),
  'an issuer who leads elsewhere': () => {
    web['/moved/did.json'] = `${origin}/school/did.json`;
    return of(school.did.replace(':school', ':moved'));
  },
  'an issuer whose document is another’s': () => {
    web['/copied/did.json'] = web['/school/did.json'];
    return of(school.did.replace(':school', ':copied'));
  },
  'an issuer by plain HTTP': () => of(`http://127.0.0.1/school`),
};
