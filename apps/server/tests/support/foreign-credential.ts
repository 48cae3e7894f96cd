import { hashIdentity } from '@insignia/openbadges/shared';
import { credentialDocument } from '@insignia/openbadges/v3';
import { issuer } from '../../../../packages/openbadges/tests/support/issuer.ts';
import { signJwt, signRdf } from '../../../../packages/openbadges/tests/support/sign-any.ts';

type Json = Record<string, unknown>;
type Options = {
  id?: string;
  achievementId?: string | undefined;
  name?: string;
  /** As written: dates may be odd. */
  validFrom?: string;
  validUntil?: Date;
  identifier?: object;
  /** `academy` if absent. */
  by?: Awaited<ReturnType<typeof issuer>>;
};

const academy = await issuer('did:key', 9);
export const otherIssuer = await issuer('did:key', 10);
export const foreignDid = academy.did;

/** A badge of an issuer that this service doesn't know, for an address that it names by its hash. */
function createForeignBadge(
  email: string,
  { id, achievementId, name, validFrom, validUntil, identifier, by = academy }: Options,
): Json {
  const salt = 'salt';
  const document: Json = credentialDocument({
    ...{ id: id ?? `urn:uuid:${crypto.randomUUID()}`, name: name ?? 'First steps' },
    validFrom: new Date('2026-03-01T00:00:00Z'),
    ...(validUntil && { validUntil }),
    issuer: { id: by.did, name: 'Open Academy' },
    subject: { id: 'urn:uuid:2' },
    achievement: {
      ...{ id: achievementId ?? 'urn:uuid:3', name: name ?? 'First steps', description: 'D' },
      criteria: { narrative: 'C' },
    },
  });
  const hashed = {
    ...{ type: 'IdentityObject', hashed: true, identityType: 'emailAddress', salt },
    identityHash: hashIdentity(email, salt),
  };
  const { id: _, ...subject } = document.credentialSubject as Json;
  const dates = validFrom === undefined ? {} : { validFrom };
  return {
    ...document,
    ...dates,
    credentialSubject: { ...subject, identifier: [identifier ?? hashed] },
  };
}

export const signForeign = (email: string, options: Options = {}): Promise<Json> =>
  signRdf(createForeignBadge(email, options), { by: options.by ?? academy });

export const signForeignJwt = (email: string, options: Options = {}): Promise<string> =>
  signJwt(createForeignBadge(email, options), {}, options.by ?? academy);
