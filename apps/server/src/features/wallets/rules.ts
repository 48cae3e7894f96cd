import { type WalletFormat, walletFormats } from '@insignia/contract';
import { credentialsContext, openBadgesContext, openBadgeVct } from '@insignia/openbadges/v3';

export const walletOfferLifetimeMs = 10 * 60_000;
/** Bearer tokens must not be valid longer (OpenID4VCI 1.0 §13.10). */
export const walletAccessLifetimeMs = 5 * 60_000;
export const nonceLifetimeMs = 5 * 60_000;
/** Clocks of phones differ. */
const CLOCK_SKEW_MS = 60_000;
/** Wrong transaction codes before an offer is void. */
export const MAX_TRIES = 5;
export const TX_CODE_LENGTH = 6;
/** Proofs, and so copies, per request. */
export const MAX_PROOFS = 10;
/** Copies of one credential in wallets. */
const MAX_COPIES = 50;
/** Copies that one access token binds, in any format: a wallet with ten keys needs thirty. */
const MAX_TOKEN_COPIES = 30;
const proofAlgorithms = ['ES256', 'EdDSA', 'Ed25519'];

export const preAuthorizedGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

type ProtocolError =
  | 'invalid_request'
  | 'unsupported_grant_type'
  | 'invalid_credential_request'
  | 'unknown_credential_configuration'
  | 'invalid_proof';

const bindingMethods = ['jwk', 'did:jwk', 'did:key'];
/**
 * SD-JWT VC copies name the key itself. Proofs with a DID are accepted too, but wallets that chose one
 * expect the DID back.
 */
const keyBindingMethods = ['jwk'];
const types = ['VerifiableCredential', 'OpenBadgeCredential'];

/** Differences between the formats (OpenID4VCI 1.0 Appendix A). */
const formatDetails: Record<WalletFormat, object> = {
  jwt_vc_json: {
    credential_signing_alg_values_supported: ['ES256'],
    credential_definition: { type: types },
  },
  ldp_vc: {
    credential_signing_alg_values_supported: ['eddsa-rdfc-2022'],
    credential_definition: { '@context': [credentialsContext, openBadgesContext], type: types },
  },
  'dc+sd-jwt': { credential_signing_alg_values_supported: ['ES256'], vct: openBadgeVct },
};

type IssuerDisplay = { name: string; logo: string | undefined };
type Endpoints = Record<'credential' | 'nonce' | 'notification' | 'token', string>;

/** Credential Issuer Metadata (OpenID4VCI 1.0 §12.2.4). */
export function describeCredentialIssuer(
  identifier: string,
  endpoints: Endpoints,
  { name, logo }: IssuerDisplay,
) {
  const configurations = Object.entries(walletFormats).map(([id, format]) => [
    id,
    {
      ...{ format, ...formatDetails[format] },
      cryptographic_binding_methods_supported:
        format === 'dc+sd-jwt' ? keyBindingMethods : bindingMethods,
      proof_types_supported: { jwt: { proof_signing_alg_values_supported: proofAlgorithms } },
      credential_metadata: { display: [{ name: 'Open Badge', locale: 'en' }] },
    },
  ]);
  return {
    credential_issuer: identifier,
    credential_endpoint: endpoints.credential,
    nonce_endpoint: endpoints.nonce,
    notification_endpoint: endpoints.notification,
    batch_credential_issuance: { batch_size: MAX_PROOFS },
    display: [{ name, ...(logo && { logo: { uri: logo } }) }],
    credential_configurations_supported: Object.fromEntries(configurations) as Record<
      string,
      object
    >,
  };
}

/** Authorization server metadata (RFC 8414 §2, OpenID4VCI 1.0 §12.3). */
export function describeAuthorizationServer(identifier: string, endpoints: Endpoints) {
  return {
    issuer: identifier,
    token_endpoint: endpoints.token,
    grant_types_supported: [preAuthorizedGrant],
    token_endpoint_auth_methods_supported: ['none'],
    'pre-authorized_grant_anonymous_access_supported': true,
  };
}

/** Credential Offer (OpenID4VCI 1.0 §4.1.1). `description` explains the transaction code, if one is needed. */
export function buildOffer(identifier: string, code: string, description: string | undefined) {
  const txCode = description && {
    tx_code: {
      ...{ input_mode: 'numeric', length: TX_CODE_LENGTH },
      description: [...description].slice(0, 300).join(''),
    },
  };
  return {
    credential_issuer: identifier,
    credential_configuration_ids: Object.keys(walletFormats),
    grants: { [preAuthorizedGrant]: { 'pre-authorized_code': code, ...txCode } },
  };
}

/** Opens a wallet on the same device (OpenID4VCI 1.0 §12.1.1). */
export const buildWalletLink = (offerUrl: string): string =>
  `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(offerUrl)}`;

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Token request (OpenID4VCI 1.0 §6.1). */
export function readTokenRequest(
  fields: Fields,
): { code: string; txCode: string | undefined } | { error: ProtocolError } {
  if (!isText(fields.grant_type)) return { error: 'invalid_request' };
  if (fields.grant_type !== preAuthorizedGrant) return { error: 'unsupported_grant_type' };
  const { 'pre-authorized_code': code, tx_code: txCode } = fields;
  if (!isText(code)) return { error: 'invalid_request' };
  if (txCode !== undefined && typeof txCode !== 'string') return { error: 'invalid_request' };
  return { code, txCode };
}

type OfferState = {
  needsTxCode: boolean;
  tries: number;
  /** In milliseconds. */
  expires: number;
  isRedeemed: boolean;
};

/** Whether an offer's code can be redeemed, before its transaction code is compared. */
export function findRedemptionError(
  { needsTxCode, tries, expires, isRedeemed }: OfferState,
  txCode: string | undefined,
  now: number,
): 'invalid_grant' | 'invalid_request' | undefined {
  if (isRedeemed || expires <= now || tries >= MAX_TRIES) return 'invalid_grant';
  return needsTxCode === (txCode === undefined) ? 'invalid_request' : undefined;
}

/** Credential request (OpenID4VCI 1.0 §8.2). */
export function readCredentialRequest(
  body: unknown,
): { format: WalletFormat; proofs: string[] } | { error: ProtocolError } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { error: 'invalid_credential_request' };
  const { credential_configuration_id: id, proofs, ...others } = body as Fields;
  // The metadata offers neither, so the wallet would not get what it asks for.
  if (others.credential_identifier !== undefined || others.credential_response_encryption)
    return { error: 'invalid_credential_request' };
  if (!isText(id)) return { error: 'invalid_credential_request' };
  if (!Object.hasOwn(walletFormats, id)) return { error: 'unknown_credential_configuration' };
  const jwts = readProofs(proofs);
  if (!jwts) return { error: 'invalid_proof' };
  return { format: walletFormats[id as keyof typeof walletFormats], proofs: jwts };
}

/** Exactly one type of proof, with at least one proof. */
function readProofs(proofs: unknown): string[] | undefined {
  if (typeof proofs !== 'object' || proofs === null) return undefined;
  const [[type, jwts] = [], ...more] = Object.entries(proofs);
  if (type !== 'jwt' || more.length > 0 || !Array.isArray(jwts)) return undefined;
  const isValid = jwts.length > 0 && jwts.length <= MAX_PROOFS && jwts.every(isText);
  return isValid ? jwts : undefined;
}

/** A request for DID authentication (VCALM 1.0, §The DID Authentication Query Format). */
export const buildHolderRequest = (challenge: string, domain: string) => ({
  query: [
    {
      ...{ type: 'DIDAuthentication', acceptedMethods: [{ method: 'key' }] },
      acceptedCryptosuites: ['eddsa-rdfc-2022', 'ecdsa-rdfc-2019', 'Ed25519Signature2020'].map(
        (cryptosuite) => ({ cryptosuite }),
      ),
    },
  ],
  ...{ challenge, domain },
});

/** The challenge that a presentation with one proof answers. */
export function readProofChallenge({ proof }: Fields): unknown {
  const [only] = [proof].flat();
  return typeof only === 'object' && only !== null ? (only as Fields).challenge : undefined;
}

/** Header of a proof (OpenID4VCI 1.0 Appendix F.1). Its key is read separately. */
export const isProofHeader = ({ typ, alg, x5c, trust_chain: chain, crit }: Fields): boolean =>
  typ === 'openid4vci-proof+jwt' &&
  isText(alg) &&
  proofAlgorithms.includes(alg) &&
  [x5c, chain, crit].every((each) => each === undefined);

/** Claims of a proof whose signature is valid. The nonce is checked separately. */
export function isProofFor(identifier: string, { aud, iat, exp }: Fields, now: number): boolean {
  if (aud !== identifier || typeof iat !== 'number') return false;
  if (exp !== undefined && (typeof exp !== 'number' || exp * 1_000 <= now - CLOCK_SKEW_MS))
    return false;
  const ageMs = now - iat * 1_000;
  return ageMs >= -CLOCK_SKEW_MS && ageMs <= nonceLifetimeMs + CLOCK_SKEW_MS;
}

/** Other copies that exist, and those that the same offer ever bound. */
export type CopyCounts = { existing: number; sameOffer: number };

/** Deleted copies count for their offer: otherwise a token could bind any number of keys. */
export const canAddCopies = ({ existing, sameOffer }: CopyCounts, added: number): boolean =>
  existing + added <= MAX_COPIES && sameOffer + added <= MAX_TOKEN_COPIES;
