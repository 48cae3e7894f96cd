import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { defineOperation, ownAccess } from './operation.ts';
import {
  authDefaults,
  exampleSession,
  statusTrue,
  statusTrueExample,
  typedPassword,
  user,
} from './people.ts';
import { line } from './text.ts';

/** A user's passkeys. Concurrent additions never exceed it. */
export const MAX_PASSKEYS = 20;

const passkeyName = line({ max: 100 });
const passkeyId = line({ max: 64 }).meta({ description: '`id` from the list of passkeys' });

const encoded = (max: number, description: string) =>
  line({ max }).meta({ description: `${description}, in base64url` });
const clientDataJSON = encoded(2_000, 'Client data');
const credentialFields = {
  // At most 1,023 bytes (WebAuthn Level 3 §6.1).
  id: encoded(1_364, 'Credential ID'),
  rawId: encoded(1_364, 'Credential ID'),
  type: line({ max: 32 }).meta({ description: 'public-key' }),
};

const registration = z
  .object({
    ...credentialFields,
    response: z
      .object({
        clientDataJSON,
        attestationObject: encoded(12_000, 'Attestation object'),
        transports: z
          .array(line({ max: 32 }).meta({ description: 'Transport' }))
          .max(10)
          .optional()
          .meta({ description: 'How browsers reach the passkey, such as `internal`' }),
      })
      .meta({ description: 'The `AuthenticatorAttestationResponse`' }),
  })
  .meta({ description: 'The `PublicKeyCredential` of the browser, from `toJSON()`' });

const assertion = z
  .object({
    ...credentialFields,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: encoded(4_000, 'Authenticator data'),
        signature: encoded(8_000, 'Signature'),
        userHandle: encoded(100, 'User handle').nullish().meta({ description: 'User handle' }),
      })
      .meta({ description: 'The `AuthenticatorAssertionResponse`' }),
  })
  .meta({ description: 'The `PublicKeyCredential` of the browser, from `toJSON()`' });

const options = z.looseObject({
  challenge: z.string().meta({ description: 'Works once, within 10 minutes' }),
});

const exampleChallenge = 'c29tZSBjaGFsbGVuZ2Ugb2YgMzIgYnl0ZXMgLi4uLi4';
const exampleCredential = 'examplePasskeyA';
const exampleHandle = 'AaH_NaAAcACAAAAAAAAACg';
const exampleRpId = 'badges.example.org';
const exampleClientData = 'eyJ0eXBlIjoid2ViYXV0aG4ifQ';
const exampleFields = {
  id: exampleCredential,
  rawId: exampleCredential,
  type: 'public-key',
};

const passkey = z.object({
  id: z.string().meta({ description: 'ID' }),
  name: z.string().meta({ description: 'Name that you gave it' }),
  createdAt: z.iso.datetime().meta({ description: 'Added at, in UTC' }),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: 'Last sign-in, in UTC, or null' }),
});

const listPasskeys = defineOperation({
  id: 'listPasskeys',
  noun: 'people.passkeys',
  since: '1.0',
  method: 'GET',
  path: '/api/auth/passkey/list-user-passkeys',
  access: ownAccess,
  tag: 'People',
  summary: 'List your passkeys',
  description: `At most ${MAX_PASSKEYS}, oldest first. A passkey signs in alone: it counts as both factors.`,
  reply: z.object({ items: z.array(passkey).meta({ description: 'Passkeys' }) }),
  examples: {
    reply: {
      items: [
        {
          id: exampleIds.passkey,
          name: 'Laptop',
          createdAt: '2026-03-01T09:30:00.000Z',
          lastUsedAt: '2026-03-02T09:30:00.000Z',
        },
      ],
    },
  },
});

export const startPasskey = defineOperation({
  ...authDefaults,
  id: 'startPasskey',
  noun: 'people.startPasskey',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/passkey/generate-register-options',
  access: ownAccess,
  summary: 'Start adding a passkey',
  description:
    'Returns the options for `navigator.credentials.create()` (WebAuthn). Requires the session cookie, and a sign-in within the last 5 minutes or your password. If you have a second factor, requires a session that was opened with it: otherwise the response is 403 `second_factor_required`.',
  body: z.object({
    password: typedPassword.optional().meta({ description: 'Your password, if you have one' }),
  }),
  reply: z.object({
    options: options.meta({ description: '`PublicKeyCredentialCreationOptionsJSON`' }),
  }),
  errors: ['fresh_sign_in_required', 'second_factor_required', 'passkey_limit_reached'],
  examples: {
    body: { password: exampleSession.password },
    reply: {
      options: {
        challenge: exampleChallenge,
        rp: { name: 'Insignia', id: exampleRpId },
        user: { id: exampleHandle, name: exampleSession.user.email, displayName: 'Ada Example' },
        pubKeyCredParams: [{ alg: -8, type: 'public-key' }],
        timeout: 300_000,
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: 'required',
          userVerification: 'required',
          requireResidentKey: true,
        },
        extensions: { credProps: true },
        hints: [],
      },
    },
  },
});

const addPasskey = defineOperation({
  ...authDefaults,
  id: 'addPasskey',
  noun: 'people.addPasskey',
  audit: 'member',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/passkey/verify-registration',
  access: ownAccess,
  summary: 'Add a passkey',
  description: `Completes the addition in the session that started it, which then counts as opened with a second factor. The authenticator must have verified the user. A user has at most ${MAX_PASSKEYS} passkeys.`,
  body: z.object({
    name: passkeyName.optional().meta({ description: 'Name for the list. Defaults to “Passkey”' }),
    response: registration,
  }),
  reply: statusTrue.extend({ id: z.string().meta({ description: 'ID of the passkey' }) }),
  errors: [
    'invalid_passkey',
    'passkey_exists',
    'passkey_limit_reached',
    'fresh_sign_in_required',
    'second_factor_required',
  ],
  examples: {
    body: {
      name: 'Laptop',
      response: {
        ...exampleFields,
        response: { clientDataJSON: exampleClientData, attestationObject: 'o2NmbXRkbm9uZQ' },
      },
    },
    reply: { ...statusTrueExample, id: exampleIds.passkey },
  },
});

export const renamePasskey = defineOperation({
  ...authDefaults,
  id: 'renamePasskey',
  noun: 'people.renamePasskey',
  audit: 'member',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/passkey/update-passkey',
  access: ownAccess,
  summary: 'Rename a passkey',
  description: 'The name is only in your list.',
  body: z.object({ id: passkeyId, name: passkeyName.meta({ description: 'New name' }) }),
  reply: statusTrue,
  errors: ['passkey_not_found'],
  examples: { body: { id: exampleIds.passkey, name: 'Old laptop' }, reply: statusTrueExample },
});

export const removePasskey = defineOperation({
  ...authDefaults,
  id: 'removePasskey',
  noun: 'people.removePasskey',
  audit: 'member',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/passkey/delete-passkey',
  access: ownAccess,
  summary: 'Remove a passkey',
  description:
    'Requires a code of your authenticator app, a recovery code, or the session cookie of a sign-in with any of your passkeys within the last 5 minutes. Other sessions that the passkey opened end. If you lost all of them, ask the operator of the service.',
  body: z.object({
    id: passkeyId,
    code: line({ max: 40 })
      .optional()
      .meta({ description: 'Current code of the authenticator app, or a recovery code' }),
  }),
  reply: statusTrue,
  errors: [
    'passkey_not_found',
    'fresh_sign_in_required',
    'invalid_second_factor',
    'second_factor_not_found',
  ],
  examples: { body: { id: exampleIds.passkey }, reply: statusTrueExample },
});

const startPasskeySignIn = defineOperation({
  ...authDefaults,
  id: 'startPasskeySignIn',
  noun: 'people.startPasskeySignIn',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/passkey/generate-authenticate-options',
  access: 'public',
  summary: 'Start signing in with a passkey',
  description:
    'Returns the options for `navigator.credentials.get()` (WebAuthn). They name no user: the browser shows the passkeys that it has for this service.',
  reply: z.object({
    options: options.meta({ description: '`PublicKeyCredentialRequestOptionsJSON`' }),
  }),
  errors: ['origin_mismatch'],
  examples: {
    reply: {
      options: {
        challenge: exampleChallenge,
        rpId: exampleRpId,
        timeout: 300_000,
        userVerification: 'required',
      },
    },
  },
});

const signInWithPasskey = defineOperation({
  ...authDefaults,
  id: 'signInWithPasskey',
  noun: 'people.signInWithPasskey',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/passkey/verify-authentication',
  access: 'public',
  summary: 'Sign in with a passkey',
  description:
    'Sets the session cookie. A passkey counts as both factors, so no code follows. The authenticator must have verified the user, and its signature counter must not go back.',
  body: z.object({ response: assertion }),
  reply: statusTrue.extend({ user }),
  errors: ['invalid_passkey', 'sso_required', 'origin_mismatch'],
  examples: {
    body: {
      response: {
        ...exampleFields,
        response: {
          clientDataJSON: exampleClientData,
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA',
          signature: 'ZXhhbXBsZSBzaWduYXR1cmU',
          userHandle: exampleHandle,
        },
      },
    },
    reply: { ...statusTrueExample, user: exampleSession.user },
  },
});

export const passkeyOperations = {
  listPasskeys,
  startPasskey,
  addPasskey,
  renamePasskey,
  startPasskeySignIn,
  signInWithPasskey,
  removePasskey,
} as const;
