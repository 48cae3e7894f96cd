import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

type CborValue = number | string | Buffer | Map<number | string, CborValue>;

function encodeHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

/** The part of CBOR (RFC 8949) that authenticators send. */
function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number')
    return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([encodeHead(3, text.length), text]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value]);
  const parts = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
  return Buffer.concat([encodeHead(5, value.size), ...parts]);
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const encode = (data: Buffer | string) => Buffer.from(data).toString('base64url');

type Options = {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
};
/** Changes of an otherwise right response. */
type Change = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  counter?: number;
  isVerified?: boolean;
  crossOrigin?: boolean;
  userHandle?: string;
  attestation?: { format: string; statement: Map<string, CborValue> };
};

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

/** An authenticator with one ES256 passkey (WebAuthn Level 3 §6). */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  #userHandle = '';
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  #clientData(type: string, { challenge }: Options, change: Change): string {
    const { origin = this.#origin, crossOrigin = false } = change;
    return encode(
      JSON.stringify({
        type: change.type ?? type,
        challenge: change.challenge ?? challenge,
        ...{ origin, crossOrigin },
      }),
    );
  }

  #authenticatorData(
    rpId: string,
    { counter = ++this.counter, isVerified = true }: Change,
    more?: Buffer,
  ) {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (more ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more ?? Buffer.alloc(0)]);
  }

  /** COSE (RFC 9053 §7.1.1). */
  #publicKey(key: KeyObject): Buffer {
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    return encodeCbor(
      new Map<number, CborValue>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  /** Responds to `navigator.credentials.create()`. */
  create(options: Options, change: Change = {}) {
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255]);
    const credential = [Buffer.alloc(16), length, this.id, this.#publicKey(this.#keys.publicKey)];
    const rpId = change.rpId ?? options.rp?.id ?? '';
    const { format = 'none', statement = new Map<string, CborValue>() } = change.attestation ?? {};
    this.#userHandle = options.user?.id ?? '';
    const attestationObject = encodeCbor(
      new Map<string, CborValue>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', this.#authenticatorData(rpId, change, Buffer.concat(credential))],
      ]),
    );
    return this.#wrap({
      clientDataJSON: this.#clientData('webauthn.create', options, change),
      attestationObject: encode(attestationObject),
      transports: ['internal'],
    });
  }

  /** Responds to `navigator.credentials.get()`. */
  get(options: Options, change: Change = {}) {
    const clientDataJSON = this.#clientData('webauthn.get', options, change);
    const data = this.#authenticatorData(change.rpId ?? options.rpId ?? '', change);
    const hash = sha256(Buffer.from(clientDataJSON, 'base64url'));
    const signature = createSign('sha256')
      .update(Buffer.concat([data, hash]))
      .sign(this.#keys.privateKey);
    return this.#wrap({
      ...{ clientDataJSON, authenticatorData: encode(data), signature: encode(signature) },
      userHandle: change.userHandle ?? this.#userHandle,
    });
  }

  #wrap<T>(response: T) {
    const id = encode(this.id);
    return { id, rawId: id, type: 'public-key', response };
  }
}
