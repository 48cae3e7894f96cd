import type { ErrorDetail } from '@insignia/contract';
import {
  type DesignExcess,
  type DesignSides,
  type IssuerDesign,
  readIssuerDesign,
} from '@insignia/design';

export type { IssuerDesign } from '@insignia/design';

const path = 'design';

/** Errors of a design that need no database. */
export function findDesignErrors(value: unknown): ErrorDetail[] {
  if (value === undefined) return [];
  const read = readIssuerDesign(value);
  if ('design' in read) return [];
  return read.errors.map((error) => ({
    path: error.path ? `${path}.${error.path}` : path,
    message: error.message,
  }));
}

export const describeExcess = ({ path: at, message }: DesignExcess): ErrorDetail => ({
  path: `${path}.${at}`,
  message,
});

const MAX_ERRORS = 20;
const missing = "isn't an image of this account. Add it with POST /design-pictures";

/** Pictures that the account doesn't have. */
export function findPictureErrors(
  { back, ...front }: DesignSides,
  has: readonly string[],
): ErrorDetail[] {
  const sides = { [path]: front, ...(back ? { [`${path}.back`]: back } : {}) };
  const errors = Object.entries(sides).flatMap(([at, { background, layers }]) => [
    ...(background?.picture && !has.includes(background.picture)
      ? [{ path: `${at}.background.picture`, message: missing }]
      : []),
    ...layers.flatMap((layer, n) =>
      layer.type === 'picture' && !has.includes(layer.picture)
        ? [{ path: `${at}.layers.${n}.picture`, message: missing }]
        : [],
    ),
  ]);
  return errors.slice(0, MAX_ERRORS);
}

/** Issuers and badges that have chosen a design of one kind can't show the other. */
export function findKindErrors(before: IssuerDesign, after: IssuerDesign): ErrorDetail[] {
  if (before.kind === after.kind) return [];
  return [{ path: `${path}.kind`, message: `must stay ${before.kind}. Create another design` }];
}
