import { publicAward, publicBadge, publicIssuer } from '@insignia/contract';
import { computeJsonWeight, parseAccept } from '../../kernel/accept.ts';

export type DocumentFormat = 'json' | 'ld' | 'page';

/**
 * Form of a public document (decisions, "Public documents"): JSON-LD if named and ranked at least
 * as high as JSON, the page if HTML is ranked above both, otherwise JSON.
 */
export function chooseFormat(accept: string | undefined): DocumentFormat {
  const weight = parseAccept(accept);
  const json = computeJsonWeight(weight);
  const ld = weight('application/ld+json') ?? 0;
  if ((weight('text/html') ?? 0) > Math.max(json, ld)) return 'page';
  return ld > 0 && ld >= json ? 'ld' : 'json';
}

/** Paths of the Open Badges 2.0 documents. */
export const documentPaths = {
  issuer: publicIssuer.path,
  badge: publicBadge.path,
  credential: publicAward.path,
} as const;
export type DocumentKind = keyof typeof documentPaths;

/** Forms of content at `/ipfs/{cid}`: the file itself, a block, or a CAR file with the block. */
export type BlockForm = 'plain' | 'raw' | 'car';

/** True if the client takes only CAR files of other versions than the one that is sent. */
export const needsOtherCar = (accept = ''): boolean =>
  accept
    .toLowerCase()
    .split(',')
    .every((range) => {
      const [type, ...parameters] = range.replaceAll(/[\s"]/g, '').split(';');
      const version = parameters.find((each) => each.startsWith('version='));
      return type === 'application/vnd.ipld.car' && (version ?? 'version=1') !== 'version=1';
    });

/** The query wins over `Accept` (Trustless Gateway specification §2.1). */
export function chooseBlockForm(
  format: Exclude<BlockForm, 'plain'> | undefined,
  accept: string | undefined,
): BlockForm {
  if (format) return format;
  if (!accept?.includes('vnd.ipld')) return 'plain';
  const weight = parseAccept(accept);
  const [raw, car] = (['raw', 'car'] as const).map(
    (name) => weight(`application/vnd.ipld.${name}`) ?? 0,
  ) as [number, number];
  const others = weight('*/*') ?? 0;
  if (Math.max(raw, car) <= 0 || Math.max(raw, car) < others) return 'plain';
  return car > raw ? 'car' : 'raw';
}

export type ByteRange = { from: number; to: number };

/**
 * One range of a body of `size` bytes (RFC 9110 §14.1). Undefined for several ranges and everything
 * else that is answered with the whole.
 */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, ...texts] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim().toLowerCase() ?? '') ?? [];
  const [first, last] = texts.map((text) => (text === '' ? undefined : Number(text)));
  if ((first ?? last) === undefined) return undefined;
  if (first !== undefined && last !== undefined && last < first) return undefined;
  const from = first ?? Math.max(0, size - (last ?? 0));
  if (from >= size) return 'unsatisfiable';
  return { from, to: first === undefined ? size - 1 : Math.min(last ?? Infinity, size - 1) };
}

/** Media types of a signed document, the default first. */
export const documentTypes = [
  'application/vc+ld+json',
  'application/json',
  'application/ld+json',
] as const;
export const didTypes = ['application/did+ld+json', 'application/json'] as const;

/** The media type that the client ranks highest. */
export function chooseType<T extends string>(accept: string | undefined, among: readonly T[]): T {
  const weight = parseAccept(accept);
  const general = Math.max(weight('application/*') ?? 0, weight('*/*') ?? 0);
  const getWeight = (type: T): number => weight(type) ?? general;
  return [...among].sort((one, other) => getWeight(other) - getWeight(one))[0] as T;
}
