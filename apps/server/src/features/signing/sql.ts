import { sql } from 'kysely';

export type IssuerKeyRow = {
  id: string;
  issuerId: string;
  number: number;
  /** Keys in Multikey format. */
  proofKey: string;
  jwtKey: string;
  jwtJwk: JsonWebKey;
  sealed: Buffer;
  createdAt: Date;
  usedFrom: Date;
  revokedAt: Date | null;
  voidFrom: Date | null;
};

type Dates = 'createdAt' | 'usedFrom';
export type IssuerKeyJson = Omit<IssuerKeyRow, 'sealed' | Dates | 'revokedAt' | 'voidFrom'> &
  Record<Dates | 'sealed', string> &
  Record<'revokedAt' | 'voidFrom', string | null>;

/**
 * Selects the keys of the issuer with the id in this column as JSON, newest first. Null if there
 * are none.
 */
export const selectKeysAsJson = (issuerId: string) => sql`(
  select json_agg(json_build_object('id', id, 'issuerId', issuer_id, 'number', number, 'proofKey', proof_key, 'jwtKey', jwt_key,
    'jwtJwk', jwt_jwk, 'sealed', encode(sealed, 'base64'), 'createdAt', created_at, 'usedFrom', used_from, 'revokedAt', revoked_at,
    'voidFrom', void_from) order by number desc)
  from issuer_keys where issuer_id = ${sql.ref(issuerId)})`;

export function parseKeyJson({ sealed, createdAt, usedFrom, ...key }: IssuerKeyJson): IssuerKeyRow {
  const { revokedAt, voidFrom } = key;
  return {
    ...key,
    sealed: Buffer.from(sealed, 'base64'),
    createdAt: new Date(createdAt),
    usedFrom: new Date(usedFrom),
    revokedAt: revokedAt === null ? null : new Date(revokedAt),
    voidFrom: voidFrom === null ? null : new Date(voidFrom),
  };
}
