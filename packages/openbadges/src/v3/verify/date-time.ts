import type { Json } from '../../shared/read.ts';

// XML Schema dateTimeStamp, with a zone (Verifiable Credentials Data Model 2.0 §4.9).
const dateTime = /^-?\d{4,9}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,12})?(Z|[+-]\d\d:\d\d)$/;

export function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value));
}

/** Start and end in epoch milliseconds. Of version 1.1's and 2.0's names, the stricter counts. */
export function periodOf(document: Json): { from: number | undefined; until: number | undefined } {
  const { validFrom, issuanceDate, validUntil, expirationDate } = document;
  const times = (...dates: unknown[]): number[] => dates.filter(isDateTime).map(Date.parse);
  const [from, until] = [times(validFrom, issuanceDate), times(validUntil, expirationDate)];
  return {
    from: from.length > 0 ? Math.max(...from) : undefined,
    until: until.length > 0 ? Math.min(...until) : undefined,
  };
}
