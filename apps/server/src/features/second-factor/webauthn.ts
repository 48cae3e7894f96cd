import type { OperationBody, operations } from '@insignia/contract';
import type { User } from '../../kernel/caller.ts';
import type { Urls } from '../../kernel/urls.ts';

export type PasskeyRegistration = OperationBody<(typeof operations)['addPasskey']>['response'];
export type PasskeyAssertion = OperationBody<(typeof operations)['signInWithPasskey']>['response'];

// The libraries take 26 MB. Most processes never need them.
const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ES256 and RS256 (COSE). The same in every process, whatever its version of Node supports. */
const supportedAlgorithmIDs = [-8, -7, -257];
const TIMEOUT_MS = 300_000;

/** WebAuthn Level 3 §4, “RP ID”: the host name of the service, without the port. */
const describeService = ({ base }: Pick<Urls, 'base'>) => ({
  expectedOrigin: new URL(base).origin,
  expectedRPID: new URL(base).hostname,
});

/** The user handle of a passkey: the id of its user, as bytes. */
const encodeUser = (personId: string) => Buffer.from(personId.replaceAll('-', ''), 'hex');

type KnownCredential = { credentialId: Buffer; transports: string[] };

export async function createRegistrationOptions(
  urls: Urls,
  { personId, email, name }: Pick<User, 'personId' | 'email' | 'name'>,
  known: readonly KnownCredential[],
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: 'Insignia',
    rpID: describeService(urls).expectedRPID,
    userID: new Uint8Array(encodeUser(personId)),
    userName: email,
    userDisplayName: name,
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export async function createAssertionOptions(urls: Urls) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: describeService(urls).expectedRPID,
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  });
}

/** The challenge that a browser signed. Undefined if its client data isn't valid or from a frame elsewhere. */
export function readChallenge({
  response: { clientDataJSON },
}: PasskeyRegistration | PasskeyAssertion): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const { challenge, crossOrigin } = data as { challenge?: unknown; crossOrigin?: unknown };
    return typeof challenge === 'string' && !crossOrigin ? challenge : undefined;
  } catch {
    return undefined;
  }
}

type NewCredential = KnownCredential & { publicKey: Buffer; counter: number };

/** Returns undefined if the registration isn't for this service, this challenge and a verified user. */
export async function verifyRegistration(
  urls: Urls,
  { id, rawId, type, response }: PasskeyRegistration,
  challenge: string,
): Promise<NewCredential | undefined> {
  const [{ verifyRegistrationResponse }, helpers] = await Promise.all([
    loadLibrary(),
    loadHelpers(),
  ]);
  const { clientDataJSON, transports = [] } = response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type: type as 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON,
          attestationObject: removeAttestation(helpers, response.attestationObject),
        },
      },
      ...describeService(urls),
      ...{ expectedChallenge: challenge, requireUserVerification: true, supportedAlgorithmIDs },
    });
    if (!registrationInfo) return undefined;
    const { credential } = registrationInfo;
    const publicKey = Buffer.from(credential.publicKey);
    const credentialId = Buffer.from(credential.id, 'base64url');
    return { credentialId, publicKey, counter: credential.counter, transports };
  } catch {
    return undefined;
  }
}

/**
 * We ask for no attestation. The library would fetch revocation lists from addresses in its
 * certificates, which anyone may choose.
 */
function removeAttestation(
  { decodeAttestationObject, isoCBOR, isoBase64URL }: Awaited<ReturnType<typeof loadHelpers>>,
  attestationObject: string,
): string {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const bare = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', decoded.get('authData')],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare as never));
}

type StoredCredential = {
  personId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
};

/** Returns the new signature counter, or undefined if the assertion isn't valid. */
export async function verifyAssertion(
  urls: Urls,
  { id, rawId, type, response }: PasskeyAssertion,
  challenge: string,
  { personId, publicKey, counter }: StoredCredential,
): Promise<number | undefined> {
  const { userHandle, ...signed } = response;
  // Discoverable credentials send it.
  if (userHandle && userHandle !== encodeUser(personId).toString('base64url')) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId, type: type as 'public-key', clientExtensionResults: {} },
        response: signed,
      },
      ...describeService(urls),
      ...{ expectedChallenge: challenge, requireUserVerification: true },
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
