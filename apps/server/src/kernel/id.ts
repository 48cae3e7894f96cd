const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Position of the partition in an id: bits 68 to 79 (docs/decisions/0054). */
const partitionFrom = 20;
const partitionTo = 23;

declare const routed: unique symbol;
/** A public id that contains its account's partition. Only `newRoutedId` creates one. */
export type RoutedId = string & { readonly [routed]: true };

let lastMs = 0;
let sequence = 0;

/** Smallest id created at `time` or later. No id is older than 1970. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Maximum time between a row's timestamp, its id, and its commit. */
export const idLagMs = 3_600_000;

export function readIdTime(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** UUIDv7 (RFC 9562 §5.7), ascending within this process: 12 bits count within a millisecond. */
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

/** Creates a public id in the account's partition. */
export function newRoutedId(accountId: string): RoutedId {
  const id = newId();
  const partition = accountId.slice(partitionFrom, partitionTo);
  return `${id.slice(0, partitionFrom)}${partition}${id.slice(partitionTo)}` as RoutedId;
}

/** One of 4,096 partitions: the same for an account and every id that `newRoutedId` creates for it. */
export function readPartition(id: string): number {
  return Number.parseInt(id.slice(partitionFrom, partitionTo), 16);
}

/** Accepts a bare id or a URL that ends with one. */
export function readId(text: string): string | undefined {
  const bare = text.slice(text.lastIndexOf('/') + 1).toLowerCase();
  return uuid.test(bare) ? bare : undefined;
}

const neighbour = (id: string, step: bigint): string =>
  hyphenated(
    BigInt.asUintN(128, BigInt(`0x${id.replaceAll('-', '')}`) + step)
      .toString(16)
      .padStart(32, '0'),
  );

/** `idBefore` returns the largest smaller id, and `idAfter` the smallest larger one. */
export const idBefore = (id: string): string => neighbour(id, -1n);
export const idAfter = (id: string): string => neighbour(id, 1n);

const hyphenated = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export function packId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function unpackId(bytes: Buffer): string {
  return hyphenated(bytes.toString('hex'));
}
