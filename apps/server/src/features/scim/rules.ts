import { type ProvisionedRole, type Role, roleRanks } from '@insignia/contract';

export type ScimType =
  | ('invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue')
  | ('mutability' | 'noTarget' | 'uniqueness');

/** An error as the directory sees it (RFC 7644 §3.12). The text contains no values of the request. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, message: string, scimType?: ScimType) {
    super(message);
    this.status = status;
    this.scimType = scimType;
  }
}

export const MAX_FILTER_LENGTH = 500;
const MAX_FILTER_DEPTH = 3;
const MAX_FILTER_CONDITIONS = 10;

type Json = Readonly<Record<string, unknown>>;

/** `attribute` is in lower case, without the schema's URN. */
export type Condition = { attribute: string; value: string | boolean };

// Each alternative starts with another character, so matching takes linear time.
const filterToken = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([A-Za-z][\w.:$-]*)|([()[\]])|\.(\w+))/y;
export const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

export const toAttribute = (path: string): string => path.replace(coreSchema, '').toLowerCase();

function refuseFilter(reason: string): ScimError {
  const supported = 'Supported: attribute eq "value", joined by and';
  return new ScimError(400, `The filter ${reason}. ${supported}`, 'invalidFilter');
}

/**
 * Reads a filter of comparisons joined by `and`, all of which must be true. `emails[type eq "work"].value`
 * becomes two conditions.
 */
export function parseFilter(text: string): Condition[] {
  if (text.length > MAX_FILTER_LENGTH)
    throw refuseFilter(`is longer than ${MAX_FILTER_LENGTH} characters`);
  const tokens = tokenize(text);
  const conditions: Condition[] = [];
  let at = 0;
  const next = (): FilterToken => tokens[at++] ?? { kind: 'end', text: '' };
  const expect = (kind: FilterToken['kind'], wanted?: string): string => {
    const token = next();
    if (token.kind !== kind || (wanted && token.text.toLowerCase() !== wanted))
      throw refuseFilter('has an unsupported form');
    return token.text;
  };
  const readComparison = (attribute: string): void => {
    expect('word', 'eq');
    conditions.push({ attribute, value: readValue(next()) });
  };
  const readTerm = (prefix: string, depth: number): void => {
    if (depth > MAX_FILTER_DEPTH || conditions.length >= MAX_FILTER_CONDITIONS)
      throw refuseFilter('is too complex');
    if (tokens[at]?.text === '(' && tokens[at]?.kind === 'bracket') {
      next();
      readAll(prefix, depth + 1);
      expect('bracket', ')');
      return;
    }
    const attribute = prefix + toAttribute(expect('word'));
    if (tokens[at]?.kind !== 'bracket' || tokens[at]?.text !== '[') {
      readComparison(attribute);
      return;
    }
    next();
    readAll(`${attribute}.`, depth + 1);
    expect('bracket', ']');
    if (tokens[at]?.kind === 'sub') readComparison(`${attribute}.${next().text.toLowerCase()}`);
  };
  const readAll = (prefix: string, depth: number): void => {
    readTerm(prefix, depth);
    while (tokens[at]?.kind === 'word' && tokens[at]?.text.toLowerCase() === 'and') {
      next();
      readTerm(prefix, depth);
    }
  };
  readAll('', 0);
  expect('end');
  return conditions;
}

type FilterToken = { kind: 'string' | 'word' | 'bracket' | 'sub' | 'end'; text: string };

function tokenize(text: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  filterToken.lastIndex = 0;
  const end = text.trimEnd().length;
  while (filterToken.lastIndex < end) {
    const [, string, word, bracket, sub] = filterToken.exec(text) ?? [];
    if (string !== undefined) tokens.push({ kind: 'string', text: decodeString(string) });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (bracket !== undefined) tokens.push({ kind: 'bracket', text: bracket });
    else if (sub !== undefined) tokens.push({ kind: 'sub', text: sub });
    else throw refuseFilter('has an unsupported form');
  }
  return tokens;
}

/** Directories also send backslashes that JSON would escape. */
function decodeString(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text.replaceAll(/\\(["\\])/g, '$1');
  }
}

function readValue({ kind, text }: FilterToken): string | boolean {
  if (kind === 'string') return text;
  if (kind === 'word' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  throw refuseFilter('compares with an unsupported value');
}

export type UserField = 'id' | 'userName' | 'externalId' | 'email';
export type GroupField = 'id' | 'displayName' | 'externalId' | 'member';

const userFields: Readonly<Record<string, UserField>> = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  emails: 'email',
  'emails.value': 'email',
};
const groupFields: Readonly<Record<string, GroupField>> = {
  id: 'id',
  displayname: 'displayName',
  externalid: 'externalId',
  members: 'member',
  'members.value': 'member',
};

export type FieldFilter<F> = { field: F; value: string }[];

export const readUserFilter = (text: string): FieldFilter<UserField> =>
  readFields(text, userFields);
export const readGroupFilter = (text: string): FieldFilter<GroupField> =>
  readFields(text, groupFields);

/** Only columns with an index can be searched. Each member has one work address. */
function readFields<F extends string>(
  text: string,
  fields: Readonly<Record<string, F>>,
): FieldFilter<F> {
  const found: FieldFilter<F> = [];
  for (const { attribute, value } of parseFilter(text)) {
    if (attribute === 'emails.type' || attribute === 'emails.primary') continue;
    const field = Object.hasOwn(fields, attribute) ? fields[attribute] : undefined;
    // The database takes no control characters.
    if (!field || typeof value !== 'string' || /\p{Cc}/u.test(value))
      throw refuseFilter(`can compare only ${[...new Set(Object.values(fields))].join(', ')}`);
    found.push({ field, value });
  }
  if (found.length === 0) throw refuseFilter('compares nothing');
  return found;
}

/** Fields to change. `null` removes one. */
export type UserChange = {
  userName?: string;
  active?: boolean;
  externalId?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  formattedName?: string | null;
  displayName?: string | null;
  workEmail?: string | null;
};

export type GroupRoles = {
  defaultRole: ProvisionedRole;
  groups: ReadonlyMap<string, ProvisionedRole>;
};

/** A token gives at most its own role. */
export const decideNewRole = (
  { defaultRole }: Pick<GroupRoles, 'defaultRole'>,
  tokenRole: ProvisionedRole,
): ProvisionedRole => (roleRanks[defaultRole] <= roleRanks[tokenRole] ? defaultRole : tokenRole);

/** The only comparison of names: the database folds some letters differently. */
export const findGroupRole = (
  { groups }: Pick<GroupRoles, 'groups'>,
  name: string,
): ProvisionedRole | undefined => groups.get(name.toLowerCase());

export function assertMayGive(
  roles: Pick<GroupRoles, 'groups'>,
  name: string,
  tokenRole: ProvisionedRole,
): void {
  const role = findGroupRole(roles, name);
  if (role && roleRanks[role] > roleRanks[tokenRole])
    throw new ScimError(
      403,
      `Members of this group get the role ${role}, but the token gives at most ${tokenRole}. Create a token with the role ${role}, or change the role of the group.`,
    );
}

/** Otherwise a directory could give the role of an invitation to anyone, by another address. */
export function assertMayMove(role: Role, tokenRole: ProvisionedRole): void {
  if (roleRanks[role] > roleRanks[tokenRole])
    throw new ScimError(
      403,
      `This invitation has the role ${role}, but the token gives at most ${tokenRole}. Cancel the invitation on Team, or create a token with the role ${role}.`,
    );
}

export type Page = { startIndex: number; count: number };
export const MAX_PAGE = 200;
const DEFAULT_PAGE = 100;
const MAX_START_INDEX = 1_000_000;

/** RFC 7644 §3.4.2.4: values below the minimum count as the minimum. */
export function readRequestedPage({ startIndex, count }: Json): Page {
  const read = (name: string, value: unknown, fallback: number): number => {
    if (value === undefined) return fallback;
    if (typeof value !== 'string' || !/^-?\d{1,9}$/.test(value))
      throw new ScimError(400, `${name} must be an integer.`, 'invalidValue');
    return Number(value);
  };
  return {
    startIndex: Math.min(MAX_START_INDEX, Math.max(1, read('startIndex', startIndex, 1))),
    count: Math.min(MAX_PAGE, Math.max(0, read('count', count, DEFAULT_PAGE))),
  };
}

/** Applies `attributes` and `excludedAttributes`, by the first part of each path. */
export function selectAttributes(resource: Json, { attributes, excludedAttributes }: Json): Json {
  const roots = (list: unknown) =>
    new Set(
      String(list)
        .split(',')
        .map((path) => toAttribute(path.trim()).split('.', 1)[0]),
    );
  const always = new Set(['schemas', 'id']);
  const wanted = attributes === undefined ? undefined : roots(attributes);
  const excluded = excludedAttributes === undefined ? undefined : roots(excludedAttributes);
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase();
      if (always.has(key)) return true;
      return wanted ? wanted.has(key) : !excluded?.has(key);
    }),
  );
}
