const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let lastMs = 0;
let sequence = 0;

/** Ids made before `time` are smaller than this one; none was made before 1970. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** UUIDv7 (RFC 9562 §5.7), rising within this process: the 12 bits after the version count within a millisecond. */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = Math.floor(Math.random() * 0x400);
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const random = globalThis.crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}${random.slice(18)}`;
}

/** Takes an id bare or as the full URL whose last segment it is; undefined when it is neither. */
export function readId(text: string): string | undefined {
  const bare = text.slice(text.lastIndexOf('/') + 1).toLowerCase();
  return uuid.test(bare) ? bare : undefined;
}

/** An id as its 16 bytes, and back. */
export function packId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function unpackId(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
