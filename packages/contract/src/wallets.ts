import { z } from 'zod';
import { exampleIds, exampleOfferToken } from './examples.ts';
import { bodyLimits, defineOperation } from './operation.ts';
import { exampleContexts } from './signed.ts';
import { line } from './text.ts';

/** Formats of copies for wallets, by the ID of their configuration in OpenID4VCI. */
export const walletFormats = {
  open_badge_jwt: 'jwt_vc_json',
  open_badge_ldp: 'ldp_vc',
  open_badge_sd_jwt: 'dc+sd-jwt',
} as const;
export type WalletFormat = (typeof walletFormats)[keyof typeof walletFormats];

const identifier = `${exampleIds.home}/issuer/${exampleIds.issuerGuid}`;
const byIssuer = z.object({ guid: z.string().meta({ description: 'ID of an issuer' }) });

const walletDefaults = {
  since: '1.0',
  access: 'public',
  anyOrigin: true,
  tag: 'Public documents',
  errorFormat: 'oauth',
} as const;
const calledByWallets = { none: 'called by wallets (OpenID4VCI 1.0)' } as const;

const openBadgeTypes = ['VerifiableCredential', 'OpenBadgeCredential'];
const bindingExample = {
  cryptographic_binding_methods_supported: ['jwk', 'did:jwk', 'did:key'],
  proof_types_supported: {
    jwt: { proof_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519'] },
  },
  credential_metadata: { display: [{ name: 'Open Badge', locale: 'en' }] },
};

export const credentialIssuer = defineOperation({
  ...walletDefaults,
  id: 'credentialIssuer',
  noun: calledByWallets,
  method: 'GET',
  path: '/.well-known/openid-credential-issuer/issuer/:guid',
  summary: 'Get the metadata of a credential issuer',
  description:
    'For wallets (OpenID4VCI 1.0, §12.2). Each issuer is a credential issuer with three configurations: `open_badge_jwt` (`jwt_vc_json`), `open_badge_ldp` (`ldp_vc`) and `open_badge_sd_jwt` (`dc+sd-jwt`).',
  params: byIssuer,
  answers: z.looseObject({
    credential_issuer: z.string().meta({ description: 'Identifier of the issuer' }),
    credential_endpoint: z.string().meta({ description: 'URL that issues copies' }),
    nonce_endpoint: z.string().meta({ description: 'URL that returns nonces for proofs' }),
    notification_endpoint: z.string().meta({ description: 'URL for notifications' }),
    credential_configurations_supported: z
      .record(z.string(), z.looseObject({}))
      .meta({ description: 'Formats, by configuration ID' }),
  }),
  errors: ['issuer_not_found'],
  examples: {
    reply: {
      credential_issuer: identifier,
      credential_endpoint: `${identifier}/credential`,
      nonce_endpoint: `${identifier}/nonce`,
      notification_endpoint: `${identifier}/notification`,
      batch_credential_issuance: { batch_size: 10 },
      display: [{ name: 'Example Academy' }],
      credential_configurations_supported: {
        open_badge_jwt: {
          ...{ format: 'jwt_vc_json', credential_signing_alg_values_supported: ['ES256'] },
          credential_definition: { type: openBadgeTypes },
          ...bindingExample,
        },
        open_badge_ldp: {
          ...{ format: 'ldp_vc', credential_signing_alg_values_supported: ['eddsa-rdfc-2022'] },
          credential_definition: { '@context': exampleContexts, type: openBadgeTypes },
          ...bindingExample,
        },
        open_badge_sd_jwt: {
          ...{ format: 'dc+sd-jwt', credential_signing_alg_values_supported: ['ES256'] },
          vct: 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#OpenBadgeCredential',
          ...bindingExample,
        },
      },
    },
  },
});

const authorizationServer = defineOperation({
  ...walletDefaults,
  id: 'authorizationServer',
  noun: calledByWallets,
  method: 'GET',
  path: '/.well-known/oauth-authorization-server/issuer/:guid',
  summary: 'Get the metadata of an authorization server',
  description:
    'For wallets (RFC 8414). Each credential issuer is its own authorization server, which only knows pre-authorized codes.',
  params: byIssuer,
  answers: z.looseObject({
    issuer: z.string().meta({ description: 'Identifier of the issuer' }),
    token_endpoint: z.string().meta({ description: 'URL that returns access tokens' }),
  }),
  errors: ['issuer_not_found'],
  examples: {
    reply: {
      issuer: identifier,
      token_endpoint: `${identifier}/token`,
      grant_types_supported: ['urn:ietf:params:oauth:grant-type:pre-authorized_code'],
      token_endpoint_auth_methods_supported: ['none'],
      'pre-authorized_grant_anonymous_access_supported': true,
    },
  },
});

/** For people, the same path is a page. */
export const walletOffer = defineOperation({
  id: 'walletOffer',
  noun: 'documents.walletOffer',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/offer',
  access: 'public',
  anyOrigin: true,
  tag: 'Public documents',
  summary: 'Offer a copy of a credential to wallets',
  description:
    'A VCALM interaction object with the ways to get the credential into a wallet. The OpenID4VCI offer works once, within 10 minutes. Unless the recipient is signed in, the wallet asks for a code, which is emailed to the recipient when a wallet reads the offer. Only valid credentials are offered.',
  params: z.object({ guid: z.string().meta({ description: 'ID of a credential' }) }),
  query: z.object({
    iuv: line({ min: 0, max: 10 }).optional().meta({ description: 'Return JSON even to browsers' }),
    offer: line({ max: 100 })
      .optional()
      .meta({ description: 'Token of an offer that a page showed' }),
  }),
  answers: z.object({
    protocols: z
      .object({
        vcapi: z.string().meta({ description: 'URL of a VCALM exchange' }),
        'oid4vci-1.0': z.string().meta({ description: 'Link that opens an OpenID4VCI wallet' }),
      })
      .meta({ description: 'Start of each protocol' }),
  }),
  errors: [
    'credential_not_found',
    'credential_gone',
    'credential_not_offered',
    'wallet_offer_not_found',
    'storage_full',
  ],
  examples: {
    reply: {
      protocols: {
        vcapi: `${exampleIds.home}/credentials/${exampleIds.awardGuid}/exchange`,
        'oid4vci-1.0': `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(`${exampleIds.home}/offers/${exampleOfferToken}`)}`,
      },
    },
  },
});

export const walletOfferDocument = defineOperation({
  ...walletDefaults,
  id: 'walletOfferDocument',
  noun: calledByWallets,
  method: 'GET',
  path: '/offers/:offerToken',
  summary: 'Get an offer for a wallet',
  description:
    'The credential offer (OpenID4VCI 1.0, §4.1) with its pre-authorized code. If it has `tx_code`, the first request emails that code to the recipient.',
  params: z.object({ offerToken: z.string().meta({ description: 'As in the link for wallets' }) }),
  answers: z.looseObject({
    credential_issuer: z.string().meta({ description: 'Identifier of the issuer' }),
    credential_configuration_ids: z
      .array(z.string())
      .meta({ description: 'Configurations in the metadata of the issuer' }),
    grants: z.looseObject({}).meta({ description: 'The pre-authorized code' }),
  }),
  errors: ['wallet_offer_not_found', 'credential_not_offered', 'storage_full'],
  examples: {
    reply: {
      credential_issuer: identifier,
      credential_configuration_ids: Object.keys(walletFormats),
      grants: {
        'urn:ietf:params:oauth:grant-type:pre-authorized_code': {
          'pre-authorized_code': exampleOfferToken,
          tx_code: {
            ...{ input_mode: 'numeric', length: 6 },
            description: 'We emailed a 6-digit code to the address of the recipient.',
          },
        },
      },
    },
  },
});

export const walletOfferExchange = defineOperation({
  id: 'walletOfferExchange',
  noun: calledByWallets,
  since: '1.0',
  audit: null,
  method: 'POST',
  path: '/offers/:offerToken/exchange',
  access: 'public',
  anyOrigin: true,
  tag: 'Public documents',
  summary: 'Exchange a proof of a key for a bound copy',
  description:
    'A wallet exchange (VCALM 1.0) for an offer that its recipient opened, signed in. The response to `{}` asks for DID authentication. The response to the presentation contains a copy bound to its `did:key`. The offer works once.',
  params: walletOfferDocument.params,
  bare: true,
  body: z.object({
    verifiablePresentation: z
      .looseObject({})
      .optional()
      .meta({ description: 'Response to the request for DID authentication' }),
  }),
  answers: z.object({
    verifiablePresentationRequest: z
      .looseObject({})
      .optional()
      .meta({ description: 'Query, challenge and domain' }),
    verifiablePresentation: z
      .looseObject({})
      .optional()
      .meta({ description: 'The signed copy in a presentation, which is not signed' }),
  }),
  errors: [
    'wallet_offer_not_found',
    'credential_not_offered',
    'invalid_presentation',
    'credential_request_denied',
    'busy',
  ],
  examples: {
    body: {},
    reply: {
      verifiablePresentationRequest: {
        query: [
          {
            ...{ type: 'DIDAuthentication', acceptedMethods: [{ method: 'key' }] },
            acceptedCryptosuites: [
              { cryptosuite: 'eddsa-rdfc-2022' },
              { cryptosuite: 'ecdsa-rdfc-2019' },
              { cryptosuite: 'Ed25519Signature2020' },
            ],
          },
        ],
        challenge: 'AAABlVdX8YA',
        domain: new URL(exampleIds.home).host,
      },
    },
  },
});

const walletToken = defineOperation({
  ...walletDefaults,
  id: 'walletToken',
  noun: calledByWallets,
  audit: null,
  method: 'POST',
  path: '/issuer/:guid/token',
  summary: 'Exchange a pre-authorized code for an access token',
  description:
    'For wallets (OpenID4VCI 1.0, §6): a form with `grant_type`, `pre-authorized_code` and, if the offer asks for it, `tx_code`. The code works once. Five wrong values of `tx_code` void it. The token is valid for 5 minutes.',
  params: byIssuer,
  bare: true,
  accepts: ['application/x-www-form-urlencoded'],
  body: z.string().meta({ description: 'The form' }),
  answers: z.object({
    access_token: z.string().meta({ description: 'Opaque' }),
    token_type: z.literal('Bearer').meta({ description: 'Always Bearer' }),
    expires_in: z.int().meta({ description: 'Seconds' }),
  }),
  errors: ['issuer_not_found', 'unsupported_grant_type', 'invalid_grant'],
  examples: {
    body: `grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Apre-authorized_code&pre-authorized_code=${exampleOfferToken}`,
    reply: { access_token: exampleOfferToken, token_type: 'Bearer', expires_in: 300 },
  },
});

const walletNonce = defineOperation({
  ...walletDefaults,
  id: 'walletNonce',
  noun: calledByWallets,
  audit: null,
  keepsNothing: true,
  withoutDatabase: true,
  method: 'POST',
  path: '/issuer/:guid/nonce',
  summary: 'Get a nonce for proofs',
  description: 'For wallets (OpenID4VCI 1.0, §7). The nonce is valid for 5 minutes.',
  params: byIssuer,
  answers: z.object({ c_nonce: z.string().meta({ description: 'Opaque' }) }),
  errors: ['issuer_not_found'],
  examples: { reply: { c_nonce: 'AAABlVdX8YA' } },
});

const walletCredential = defineOperation({
  ...walletDefaults,
  id: 'walletCredential',
  noun: calledByWallets,
  audit: null,
  method: 'POST',
  path: '/issuer/:guid/credential',
  // Too many proofs get the error of the protocol. Proofs may contain attestations of their keys.
  bodyLimit: 16 * bodyLimits.small,
  summary: 'Get copies of a credential for a wallet',
  description:
    'For wallets (OpenID4VCI 1.0, §8), with an access token: `credential_configuration_id` and 1 to 10 proofs of type `jwt`, each by another key (`jwk`, `did:jwk` or `did:key`). Each copy is bound to its key and has the status entry of the credential. Wallets can have 50 copies of a credential, and 30 with one access token.',
  params: byIssuer,
  bare: true,
  accepts: ['application/json'],
  body: z.object({
    credential_configuration_id: z.string().meta({ description: 'As in the metadata' }),
    proofs: z
      .object({ jwt: z.array(z.string()).meta({ description: 'A JWT per key' }) })
      .meta({ description: 'Proofs that the wallet has the keys' }),
  }),
  answers: z.object({
    credentials: z
      .array(z.object({ credential: z.unknown().meta({ description: 'Text or object' }) }))
      .meta({ description: 'A copy per proof' }),
    notification_id: z.string().meta({ description: 'For notifications about these copies' }),
  }),
  errors: [
    'issuer_not_found',
    'invalid_token',
    'invalid_credential_request',
    'unknown_credential_configuration',
    'invalid_proof',
    'invalid_nonce',
    'credential_request_denied',
  ],
  examples: {
    body: { credential_configuration_id: 'open_badge_jwt', proofs: { jwt: ['eyJhbGciOi…'] } },
    reply: { credentials: [{ credential: 'eyJhbGciOi…' }], notification_id: exampleIds.job },
  },
});

const walletNotification = defineOperation({
  ...walletDefaults,
  id: 'walletNotification',
  noun: calledByWallets,
  audit: null,
  method: 'POST',
  path: '/issuer/:guid/notification',
  summary: 'Report what a wallet did with copies',
  description:
    'For wallets (OpenID4VCI 1.0, §11), with an access token. `credential_failure` and `credential_deleted` free the places of the copies. The recipient sees which copies were deleted. Repeating a notification changes nothing.',
  params: byIssuer,
  bare: true,
  accepts: ['application/json'],
  body: z.object({
    notification_id: z.string().meta({ description: 'As with the copies' }),
    event: z
      .enum(['credential_accepted', 'credential_failure', 'credential_deleted'])
      .meta({ description: 'What the wallet did' }),
  }),
  answers: z.object({ received: z.literal(true).meta({ description: 'Always true' }) }),
  errors: [
    'issuer_not_found',
    'invalid_token',
    'invalid_notification_id',
    'invalid_notification_request',
  ],
  examples: {
    body: { notification_id: exampleIds.job, event: 'credential_accepted' },
    reply: { received: true },
  },
});

export const walletTokenOperations = { walletToken } as const;
export const walletNonceOperations = { walletNonce } as const;
export const walletIssuanceOperations = {
  credentialIssuer,
  authorizationServer,
  walletOffer,
  walletOfferDocument,
  walletOfferExchange,
  walletCredential,
  walletNotification,
} as const;

/** Endpoints that the metadata of an issuer names. */
export const walletEndpointPaths = {
  token: walletToken.path,
  nonce: walletNonce.path,
  credential: walletCredential.path,
  notification: walletNotification.path,
} as const;
