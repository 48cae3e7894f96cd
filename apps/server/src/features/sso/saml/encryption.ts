import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import { SamlRefusal } from './refusal.ts';
import { isElement, iterateElements, listChildren, readText, xmlNames } from './xml.ts';

type Content = { cipher: string; keyBytes: number; isGcm: boolean };

const contentAlgorithms = new Map<string, Content>(
  [16, 24, 32].flatMap((keyBytes): [string, Content][] => {
    const bits = keyBytes * 8;
    return [
      [
        `${xmlNames.encryption11}aes${bits}-gcm`,
        { cipher: `aes-${bits}-gcm`, keyBytes, isGcm: true },
      ],
      [
        `${xmlNames.encryption}aes${bits}-cbc`,
        { cipher: `aes-${bits}-cbc`, keyBytes, isGcm: false },
      ],
    ];
  }),
);

const digestNames = new Map([
  [`${xmlNames.signature}sha1`, 'sha1'],
  [`${xmlNames.encryption}sha256`, 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  [`${xmlNames.encryption}sha512`, 'sha512'],
]);

/** Only messages for many recipients have more encrypted keys. */
const MAX_KEYS = 4;

/**
 * Decrypts an assertion. node-saml would accept RSA with PKCS #1 v1.5 padding, whose errors reveal the content,
 * and misses the usual names of OAEP's digests. All failures have the same reason.
 */
export function decryptAssertion(encrypted: Element, privateKeys: readonly string[]): string {
  const data = listChildren(encrypted, xmlNames.encryption, 'EncryptedData');
  const [only] = data;
  if (!only || data.length > 1) throw new SamlRefusal('decryption_failed');
  const content = contentAlgorithms.get(readAlgorithm(only) ?? '');
  const keys = [...iterateElements(encrypted)].filter((element) =>
    isElement(element, xmlNames.encryption, 'EncryptedKey'),
  );
  const digests = keys.map(readKeyDigest);
  if (!content || keys.length > MAX_KEYS || digests.includes(undefined))
    throw new SamlRefusal('encryption_weak');
  const bytes = readCipherValue(only);
  for (const [index, key] of keys.entries())
    for (const privateKey of privateKeys) {
      const text = tryDecrypt(bytes, content, {
        privateKey,
        wrapped: readCipherValue(key),
        oaepHash: digests[index] as string,
      });
      if (text !== undefined) return text;
    }
  throw new SamlRefusal('decryption_failed');
}

function readAlgorithm(element: Element): string | undefined {
  const [method] = listChildren(element, xmlNames.encryption, 'EncryptionMethod');
  return method?.getAttribute('Algorithm') ?? undefined;
}

/** OAEP's digest. Undefined for other algorithms, and for a mask with another digest, which Node can't compute. */
function readKeyDigest(key: Element): string | undefined {
  const [method] = listChildren(key, xmlNames.encryption, 'EncryptionMethod');
  if (!method) return undefined;
  const [digest] = listChildren(method, xmlNames.signature, 'DigestMethod');
  const [mask] = listChildren(method, xmlNames.encryption11, 'MGF');
  const name = digest ? digestNames.get(digest.getAttribute('Algorithm') ?? '') : 'sha1';
  switch (method.getAttribute('Algorithm')) {
    case `${xmlNames.encryption}rsa-oaep-mgf1p`:
      return name === 'sha1' ? name : undefined;
    case `${xmlNames.encryption11}rsa-oaep`: {
      const maskName = mask?.getAttribute('Algorithm') ?? `${xmlNames.encryption11}mgf1sha1`;
      return maskName === `${xmlNames.encryption11}mgf1${name}` ? name : undefined;
    }
    default:
      return undefined;
  }
}

function readCipherValue(element: Element): Buffer {
  const [cipherData] = listChildren(element, xmlNames.encryption, 'CipherData');
  const [value] = cipherData
    ? listChildren(cipherData, xmlNames.encryption, 'CipherValue')
    : [undefined];
  return Buffer.from(readText(value) ?? '', 'base64');
}

type WrappedKey = { privateKey: string; wrapped: Buffer; oaepHash: string };

function tryDecrypt(
  bytes: Buffer,
  { cipher, keyBytes, isGcm }: Content,
  { privateKey, wrapped, oaepHash }: WrappedKey,
): string | undefined {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const key = privateDecrypt({ key: privateKey, padding, oaepHash }, wrapped);
    if (key.length !== keyBytes) return undefined;
    const plain = isGcm ? openGcm(cipher, key, bytes) : openCbc(cipher, key, bytes);
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    return undefined;
  }
}

/** XML Encryption 1.1, section 5.2.4: a 12-byte IV, the ciphertext, a 16-byte tag. */
function openGcm(cipher: string, key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(cipher as 'aes-256-gcm', key, bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

/** Section 5.2.1: only the last byte of the padding is defined. */
function openCbc(cipher: string, key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]);
  const count = padded.at(-1) ?? 0;
  if (count < 1 || count > 16) throw new Error('wrong padding');
  return padded.subarray(0, padded.length - count);
}
