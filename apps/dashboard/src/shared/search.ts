type Reader<T> = (value: unknown) => T | undefined;
type SearchFields<R> = { [K in keyof R]?: R[K] extends Reader<infer T> ? T | undefined : never };

const longest = 200;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const date = /^\d{4}-\d\d-\d\d$/;

/**
 * Reads the query of an address, field by field. A field that makes no sense is undefined: the router would keep the given value of
 * one that is left out. Without Zod, since the routes of all screens are loaded first.
 */
export const searchOf =
  <R extends Readonly<Record<string, Reader<unknown>>>>(readers: R) =>
  (query: Record<string, unknown>): SearchFields<R> => {
    const found = Object.entries(readers).map(([name, read]) => [name, read(query[name])]);
    return Object.fromEntries(found) as SearchFields<R>;
  };

export const text: Reader<string> = (value) =>
  typeof value === 'string' && value.length <= longest ? value : undefined;

export const oneOf =
  <const T>(values: readonly T[]): Reader<T> =>
  (value) =>
    values.find((one) => one === value);

export const id: Reader<string> = (value) =>
  typeof value === 'string' && uuid.test(value) ? value : undefined;

/** A day that exists. */
export const day: Reader<string> = (value) => {
  if (typeof value !== 'string' || !date.test(value)) return undefined;
  const time = Date.parse(value);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return exists ? value : undefined;
};
