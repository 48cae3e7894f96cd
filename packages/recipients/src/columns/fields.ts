import type { importHeaders } from '@insignia/contract';

/** What a column of a file can mean. */
export type Source = Exclude<keyof typeof importHeaders, 'evidence' | 'narrative'>;
/** What stands in a row that is sent, in this order. */
export const fields = ['name', 'email', 'issuedOn', 'expires'] as const;
export type Field = (typeof fields)[number];

type About = {
  /** Where its cells go. */
  field: Field;
  kind: 'text' | 'email' | 'date';
  /** Without it, or what stands for it, no row can be issued. */
  isNeeded: boolean;
  /** One value may stand for all rows. */
  mayBeFixed: boolean;
};

/** Every source of a row. Another field of a credential is another entry. */
export const sources: Readonly<Record<Source, About>> = {
  name: { field: 'name', kind: 'text', isNeeded: true, mayBeFixed: false },
  firstName: { field: 'name', kind: 'text', isNeeded: false, mayBeFixed: false },
  lastName: { field: 'name', kind: 'text', isNeeded: false, mayBeFixed: false },
  email: { field: 'email', kind: 'email', isNeeded: true, mayBeFixed: false },
  issuedOn: { field: 'issuedOn', kind: 'date', isNeeded: true, mayBeFixed: true },
  expires: { field: 'expires', kind: 'date', isNeeded: false, mayBeFixed: true },
};
export const sourceNames = Object.keys(sources) as Source[];

/** Which column each source is, or which value stands for all rows. */
export type Matched = {
  columns: Partial<Record<Source, number>>;
  fixed: Partial<Record<Field, string>>;
};

/** Fields that a row needs and nothing is matched with. */
export function missingFields({ columns, fixed }: Matched): Field[] {
  const isThere = (source: Source): boolean => columns[source] !== undefined;
  return sourceNames
    .filter((source) => sources[source].isNeeded)
    .filter((source) => !isThere(source) && !fixed[sources[source].field])
    .filter((source) => !(source === 'name' && isThere('firstName')))
    .map((source) => sources[source].field);
}
