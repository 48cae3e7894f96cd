import { type AttributeDefinition, attributePrefix, type HeaderField } from '@insignia/contract';

type OfAttribute = `attribute:${string}`;
/** What a column of a file can mean. */
export type Source = HeaderField | OfAttribute;
/** What stands in a row that is sent. */
export type Field = Exclude<HeaderField, 'firstName' | 'lastName'> | OfAttribute;

type About = {
  /** Where its cells go. */
  field: Field;
  kind: 'text' | 'email' | 'date' | 'number' | 'long';
  /** Without it, or what stands for it, no row can be issued. */
  isNeeded: boolean;
  /** One value may stand for all rows. */
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

/** Those that the badge has. */
export type Attributes = readonly AttributeDefinition[];

export const attributeSource = (name: string): OfAttribute => `${attributePrefix}${name}`;

/** The attribute's name; undefined of what every badge has. */
export function attributeNamed(source: Source): string | undefined {
  return source.startsWith(attributePrefix) ? source.slice(attributePrefix.length) : undefined;
}

/** Every source of a row of this badge. */
export function sourcesFor(attributes: Attributes): Source[] {
  return [...plainSources, ...attributes.map(({ name }) => attributeSource(name))];
}

export function aboutSource(source: Source, attributes: Attributes): About {
  const name = attributeNamed(source);
  if (name === undefined) return plain[source as HeaderField];
  const kind = attributes.find((each) => each.name === name)?.type ?? 'text';
  return { field: attributeSource(name), kind, isNeeded: false, mayBeFixed: true };
}

/** Which column each source is, or which value stands for all rows. */
export type Matched = {
  columns: Partial<Record<Source, number>>;
  fixed: Partial<Record<Field, string>>;
};

/** A badge that has other attributes makes of some columns what they are not. */
export function fittingTo({ columns, fixed }: Matched, attributes: Attributes): Matched {
  const known: readonly string[] = sourcesFor(attributes);
  const fitting = <V>(all: Partial<Record<string, V>>) =>
    Object.fromEntries(Object.entries(all).filter(([source]) => known.includes(source)));
  return { columns: fitting(columns), fixed: fitting(fixed) };
}

/** What stands in each row, in this order: what every row has, and what is matched beyond it. */
export function fieldsOf({ columns, fixed }: Matched, attributes: Attributes): Field[] {
  const more: Field[] = ['narrative', 'evidence'];
  more.push(...attributes.map(({ name }) => attributeSource(name)));
  const isMatched = (field: Field) => columns[field] !== undefined || fixed[field] !== undefined;
  return ['name', 'email', 'issuedOn', 'expires', ...more.filter(isMatched)];
}

/** Fields that a row needs and nothing is matched with. */
export function missingFields({ columns, fixed }: Matched): Field[] {
  const isThere = (source: Source): boolean => columns[source] !== undefined;
  return plainSources
    .filter((source) => plain[source].isNeeded)
    .filter((source) => !isThere(source) && !fixed[plain[source].field])
    .filter((source) => !(source === 'name' && isThere('firstName')))
    .map((source) => plain[source].field);
}
