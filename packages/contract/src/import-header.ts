import { attributeLimits } from './attributes.ts';
import { fold } from './fold.ts';
import { type HeaderField, headerFields, headOfCell } from './header-fields.ts';
import { isExport } from './import-exports.ts';

/** Where each field stands in a row; a full name may come in two parts. */
export type ImportColumns = {
  name: number;
  lastName?: number | undefined;
  email: number;
  issuedOn: number;
  expires?: number | undefined;
  evidence?: number | undefined;
  narrative?: number | undefined;
  /** Columns such as `attribute:Grade`, by the name behind the colon. */
  attributes?: { name: string; at: number }[] | undefined;
  /** Of an export with too many attributes for a column each: all of a row's, as JSON. */
  allAttributes?: number | undefined;
};

export const attributePrefix = 'attribute:';

/** The attribute whose values stand below such a header as `attribute:Grade`. */
export function attributeIn(cell: string): string | undefined {
  const name = headOfCell(cell.trim());
  if (!name.toLowerCase().startsWith(attributePrefix)) return undefined;
  return name.slice(attributePrefix.length).trim() || undefined;
}

/** How many of the header's cells are columns that we know. */
export function knownImportColumns(header: string[]): number {
  const fields = headerFields(header);
  return header.filter((cell, at) => fields[at] !== undefined || attributeIn(cell) !== undefined)
    .length;
}

/** Where each field's columns stand. */
function locate(header: string[]): Map<HeaderField, number[]> {
  const found = new Map<HeaderField, number[]>();
  for (const [at, field] of headerFields(header).entries()) {
    const columns = field && found.get(field);
    if (columns) columns.push(at);
    else if (field) found.set(field, [at]);
  }
  return found;
}

/** Reads the header; what it lacks or has twice is said in one message. */
export function readImportHeader(header: string[]): ImportColumns | { fault: string } {
  const found = locate(header);
  const twice = [...found].find(([, columns]) => columns.length > 1);
  if (twice) return { fault: `has the column ${twice[0]} twice in its header` };
  const at = (field: HeaderField): number | undefined => found.get(field)?.[0];
  const [whole, email, issuedOn] = [at('name'), at('email'), at('issuedOn')];
  const name = whole ?? at('firstName');
  if (name === undefined || email === undefined || issuedOn === undefined) {
    const missing = Object.entries({ name, email, issuedOn })
      .filter(([, column]) => column === undefined)
      .map(([field]) => field);
    return {
      fault: `must have a header with the columns name, email, issuedOn and, if wanted, expires: there is no ${missing.join(', ')}`,
    };
  }
  const attributes = header.flatMap((cell, column) => {
    const of = attributeIn(cell);
    return of === undefined ? [] : [{ name: of, at: column }];
  });
  // Those of an export are all that its badges have or have had.
  const isOurs = isExport(header);
  const fault = isOurs ? undefined : attributeFault(attributes.map(({ name: of }) => of));
  if (fault) return { fault };
  const all = isOurs ? header.indexOf('attributes') : -1;
  const lastName = whole === undefined ? at('lastName') : undefined;
  const more = { expires: at('expires'), evidence: at('evidence'), narrative: at('narrative') };
  return {
    ...{ name, lastName, email, issuedOn, ...more },
    ...(attributes.length > 0 && { attributes }),
    ...(all >= 0 && { allAttributes: all }),
  };
}

function attributeFault(names: string[]): string | undefined {
  const { count, name: longest } = attributeLimits;
  if (names.length > count) return `must have at most ${count} columns of attributes`;
  const folded = names.map(fold);
  const repeated = names.find((_, at) => folded.indexOf(folded[at] ?? '') < at);
  if (repeated !== undefined)
    return `has the column ${attributePrefix}${repeated.slice(0, longest)} twice in its header`;
  return undefined;
}

type Named = readonly { name: string }[];

/** Names of columns of attributes that the badge does not have. */
export function foreignAttributes({ attributes = [] }: ImportColumns, defined: Named): string[] {
  const known = new Set(defined.map(({ name }) => fold(name)));
  return attributes.flatMap(({ name }) => (known.has(fold(name)) ? [] : [name]));
}

/** An export's columns without those; of names that are alike, the one that is the badge's own. */
export function ownAttributes({ attributes = [], ...others }: ImportColumns, defined: Named) {
  const columns = Map.groupBy(attributes, ({ name }) => fold(name));
  const own = defined.flatMap(({ name }) => {
    const alike = columns.get(fold(name)) ?? [];
    return alike.find((each) => each.name === name) ?? alike[0] ?? [];
  });
  return { ...others, ...(own.length > 0 && { attributes: own }) };
}

/** That there are such columns, said in one message. */
export function foreignFault(foreign: readonly string[], defined: Named): string | undefined {
  if (foreign.length === 0) return undefined;
  const said = foreign.map((name) => attributePrefix + name.slice(0, attributeLimits.name));
  const has = defined.length > 0 ? defined.map(({ name }) => name).join(', ') : 'none';
  return `has columns of attributes that the badge does not have: ${said.join(', ')}; it has ${has}`;
}
