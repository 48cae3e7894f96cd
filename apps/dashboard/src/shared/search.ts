type ParamReader<T> = (value: unknown) => T | undefined;
type SearchFields<R> = {
  [K in keyof R]?: R[K] extends ParamReader<infer T> ? T | undefined : never;
};

const MAX_LENGTH = 200;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const date = /^\d{4}-\d\d-\d\d$/;

/**
 * Parses the query of a URL, field by field. An invalid field is set to undefined, because the
 * router would keep the original value of a missing field. Doesn't use Zod, because the routes of
 * all screens are in the initial bundle.
 */
export const createSearchParser =
  <R extends Readonly<Record<string, ParamReader<unknown>>>>(readers: R) =>
  (query: Record<string, unknown>): SearchFields<R> => {
    const found = Object.entries(readers).map(([name, read]) => [name, read(query[name])]);
    return Object.fromEntries(found) as SearchFields<R>;
  };

export const textParam: ParamReader<string> = (value) =>
  typeof value === 'string' && value.length <= MAX_LENGTH ? value : undefined;

export const oneOfParam =
  <const T>(values: readonly T[]): ParamReader<T> =>
  (value) =>
    values.find((one) => one === value);

export const idParam: ParamReader<string> = (value) =>
  typeof value === 'string' && uuid.test(value) ? value : undefined;

/** Accepts only dates that exist in the calendar. */
export const dayParam: ParamReader<string> = (value) => {
  if (typeof value !== 'string' || !date.test(value)) return undefined;
  const time = Date.parse(value);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return exists ? value : undefined;
};
