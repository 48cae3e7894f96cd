import { type AttributeDefinition, attributePrefix, type HeaderField } from '@insignia/contract';

type OfAttribute = `attribute:${string}`;
/** Meaning of a column. */
export type Source = HeaderField | OfAttribute;
/** A field of a sent row. */
export type Field = Exclude<HeaderField, 'firstName' | 'lastName'> | OfAttribute;

type About = {
  field: Field;
  kind: 'text' | 'email' | 'date' | 'number' | 'long';
  /** Required for every row, directly or through its parts. */
  isNeeded: boolean;
  /** One value may apply to all rows. */
  mayBeFixed: boolean;
};

const plain: Readonly<Record<HeaderField, About>> = {
  name: { field: 'name', kind: 'text', isNeeded: true, mayBeFixed: false },
  firstName: { field: 'name', kind: 'text', isNeeded: false, mayBeFixed: false },
  lastName: { field: 'name', kind: 'text', isNeeded: false, mayBeFixed: false },
  email: { field: 'email', kind: 'email', isNeeded: true, mayBeFixed: false },
  issuedOn: { field: 'issuedOn', kind: 'date', isNeeded: true, mayBeFixed: true },
  expires: { field: 'expires', kind: 'date', isNeeded: false, mayBeFixed: true },
  narrative: { field: 'narrative', kind: 'long', isNeeded: false, mayBeFixed: true },
  evidence: { field: 'evidence', kind: 'long', isNeeded: false, mayBeFixed: true },
};
const plainSources = Object.keys(plain) as HeaderField[];

/** Custom fields of the badge. */
export type Attributes = readonly AttributeDefinition[];

export const attributeSource = (name: string): OfAttribute => `${attributePrefix}${name}`;

/** Name of the custom field; undefined for standard fields. */
export function attributeNamed(source: Source): string | undefined {
  return source.startsWith(attributePrefix) ? source.slice(attributePrefix.length) : undefined;
}

/** All possible column meanings for this badge. */
export function sourcesFor(attributes: Attributes): Source[] {
  return [...plainSources, ...attributes.map(({ name }) => attributeSource(name))];
}

export function aboutSource(source: Source, attributes: Attributes): About {
  const name = attributeNamed(source);
  if (name === undefined) return plain[source as HeaderField];
  const kind = attributes.find((each) => each.name === name)?.type ?? 'text';
  return { field: attributeSource(name), kind, isNeeded: false, mayBeFixed: true };
}

/** Column of each source, or one value for all rows. */
export type Matched = {
  columns: Partial<Record<Source, number>>;
  fixed: Partial<Record<Field, string>>;
};

/** Drops matches with custom fields that another badge doesn't have. */
export function fittingTo({ columns, fixed }: Matched, attributes: Attributes): Matched {
  const known: readonly string[] = sourcesFor(attributes);
  const fitting = <V>(all: Partial<Record<string, V>>) =>
    Object.fromEntries(Object.entries(all).filter(([source]) => known.includes(source)));
  return { columns: fitting(columns), fixed: fitting(fixed) };
}

/** Fields of each sent row, in order: standard ones first, then matched ones. */
export function fieldsOf({ columns, fixed }: Matched, attributes: Attributes): Field[] {
  const more: Field[] = ['narrative', 'evidence'];
  more.push(...attributes.map(({ name }) => attributeSource(name)));
  const isMatched = (field: Field) => columns[field] !== undefined || fixed[field] !== undefined;
  return ['name', 'email', 'issuedOn', 'expires', ...more.filter(isMatched)];
}

/** Required fields without a column or value. */
export function missingFields({ columns, fixed }: Matched): Field[] {
  const isThere = (source: Source): boolean => columns[source] !== undefined;
  return plainSources
    .filter((source) => plain[source].isNeeded)
    .filter((source) => !isThere(source) && !fixed[plain[source].field])
    .filter((source) => !(source === 'name' && isThere('firstName')))
    .map((source) => plain[source].field);
}
