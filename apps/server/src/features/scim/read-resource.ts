import { inviteMember } from '@insignia/contract';
import {
  coreSchema,
  MAX_FILTER_LENGTH,
  parseFilter,
  ScimError,
  toAttribute,
  type UserChange,
} from './rules.ts';

const MAX_OPERATIONS = 1_000;
const MAX_NAME_LENGTH = 200;
const MAX_EXTERNAL_ID_LENGTH = 255;

type Json = Readonly<Record<string, unknown>>;

/** Attributes of RFC 7643 that directories send and we don't store, or that only we set. */
const ignoredAttributes = new Set(
  `schemas id meta groups password phonenumbers title nickname locale timezone preferredlanguage usertype
  profileurl addresses ims photos roles entitlements x509certificates`.split(/\s+/),
);
const nameFields = {
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
  'name.formatted': 'formattedName',
  displayname: 'displayName',
} as const;

type Op = 'add' | 'replace' | 'remove';
type Operation = { op: Op; path: string; value: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function requireObject(body: unknown): Json {
  if (!isObject(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax');
  return body;
}

/**
 * Reads PATCH operations as Entra ID and Okta send them: `op` in any case, paths with URNs or none, dotted
 * names inside values. A URN of an extension keeps its path, and is ignored later.
 */
function readOperations(body: unknown): Operation[] {
  const operations = findMember(requireObject(body), 'operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'Operations must be a list with at least one item.', 'invalidSyntax');
  assertFew(operations);
  const expanded = operations.flatMap((each: unknown): Operation[] => {
    const one = requireObject(each);
    const op = readOp(one.op);
    const { path, value } = one;
    // The URN of the whole schema means the resource, too: an `active` in it must not get lost.
    if (path === undefined || path === null || path === '' || isSchema(path)) {
      if (op === 'remove') throw new ScimError(400, 'A remove operation needs a path.', 'noTarget');
      return expand(op, value);
    }
    if (typeof path !== 'string' || path.length > MAX_FILTER_LENGTH)
      throw new ScimError(400, 'path must be a short text.', 'invalidPath');
    return [{ op, path: path.trim(), value }];
  });
  // Without a path, one operation sets several attributes.
  assertFew(expanded);
  return expanded;
}

const isSchema = (path: unknown): boolean =>
  typeof path === 'string' && path !== '' && `${path.trim()}:`.replace(coreSchema, '') === '';

function readOp(value: unknown): Op {
  const op = typeof value === 'string' ? value.toLowerCase() : '';
  if (op === 'add' || op === 'replace' || op === 'remove') return op;
  throw new ScimError(400, 'op must be add, replace or remove.', 'invalidSyntax');
}

function assertFew(operations: readonly unknown[]): void {
  if (operations.length > MAX_OPERATIONS)
    throw new ScimError(400, `Send at most ${MAX_OPERATIONS} operations.`, 'invalidSyntax');
}

function expand(op: Op, value: unknown): Operation[] {
  if (!isObject(value))
    throw new ScimError(400, 'Without a path, value must be an object.', 'invalidValue');
  return Object.entries(value).flatMap(([path, inner]) =>
    isSchema(path) && isObject(inner) ? expand(op, inner) : [{ op, path, value: inner }],
  );
}

/** Names of attributes don't depend on case (RFC 7643 §2.1). */
function findMember(object: Json, name: string): unknown {
  return Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1];
}

export function readUserPatch(body: unknown): UserChange {
  const change: UserChange = {};
  for (const { op, path, value } of readOperations(body))
    Object.assign(change, readUserAttribute(path, op === 'remove' ? null : value));
  return change;
}

/** POST and PUT. Missing attributes are removed, except `active`: only an explicit false deprovisions. */
export function readUser(body: unknown): UserChange & { userName: string } {
  const change: UserChange = {
    ...{ externalId: null, givenName: null, familyName: null, formattedName: null },
    ...{ displayName: null, workEmail: null },
  };
  for (const [path, value] of Object.entries(requireObject(body)))
    Object.assign(change, readUserAttribute(path, value));
  const { userName } = change;
  if (userName === undefined)
    throw new ScimError(400, 'userName is required: the email address.', 'invalidValue');
  return { ...change, userName };
}

function readUserAttribute(path: string, sent: unknown): UserChange {
  const attribute = toAttribute(path);
  const value = unwrapValue(sent);
  const root = attribute.split(/[.[]/, 1)[0] ?? '';
  if (attribute.startsWith('urn:') || ignoredAttributes.has(root)) return {};
  if (attribute === 'username') return { userName: readUserName(value) };
  if (attribute === 'active') return { active: readBoolean(value) };
  if (attribute === 'externalid')
    return { externalId: readText('externalId', value, MAX_EXTERNAL_ID_LENGTH) };
  if (attribute === 'name') return readName(value);
  if (root === 'emails')
    return /^emails(?:\[.*\])?(?:\.value)?$/.test(attribute) ? { workEmail: readEmails(sent) } : {};
  if (Object.hasOwn(nameFields, attribute)) {
    const field = nameFields[attribute as keyof typeof nameFields];
    return { [field]: readText(path, value, MAX_NAME_LENGTH) };
  }
  // Parts of a name that aren't stored, such as name.middleName.
  if (attribute.startsWith('name.')) return {};
  throw new ScimError(400, 'path names an unknown attribute of users.', 'invalidPath');
}

function readName(value: unknown): UserChange {
  if (value === null) return { givenName: null, familyName: null, formattedName: null };
  const change: UserChange = {};
  for (const [name, inner] of Object.entries(requireObject(value))) {
    const path = `name.${name.toLowerCase()}`;
    if (Object.hasOwn(nameFields, path)) Object.assign(change, readUserAttribute(path, inner));
  }
  return change;
}

/**
 * One address is stored: the primary or first one of a list, or the one that a path such as
 * `emails[type eq "work"].value` sets, even if no stored address matches the path.
 */
function readEmails(value: unknown): string | null {
  const list = (Array.isArray(value) ? value : [value]).map((each: unknown) =>
    isObject(each)
      ? { primary: String(each.primary).toLowerCase() === 'true', value: each.value }
      : { value: each },
  );
  const chosen = list.find(({ primary }) => primary) ?? list[0];
  return readText('emails', chosen?.value, 254);
}

/** Older versions of Entra ID wrap single values in a list. */
function unwrapValue(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const [only]: unknown[] = value;
  return isObject(only) && 'value' in only ? only.value : only;
}

function readUserName(value: unknown): string {
  const { success, data } = inviteMember.body.shape.email.safeParse(value);
  if (!success)
    throw new ScimError(400, 'userName must be the email address of the user.', 'invalidValue');
  return data;
}

function readBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value))
    return value.toLowerCase() === 'true';
  throw new ScimError(400, 'active must be true or false.', 'invalidValue');
}

function readText(name: string, value: unknown, limit: number): string | null {
  if (value === null || value === undefined || value === '') return null;
  // Control characters would break lists and emails.
  if (typeof value !== 'string' || value.length > limit || /\p{Cc}/u.test(value))
    throw new ScimError(
      400,
      `${name} must be a text of at most ${limit} characters.`,
      'invalidValue',
    );
  return value;
}

export type GroupStep =
  | { kind: 'set'; displayName?: string; externalId?: string | null }
  | { kind: 'add' | 'remove' | 'replace'; members: string[] };

export function readGroup(body: unknown): {
  displayName: string;
  externalId: string | null;
  members: string[];
} {
  const sent = requireObject(body);
  return {
    displayName: readGroupName(findMember(sent, 'displayname')),
    externalId: readText('externalId', findMember(sent, 'externalid'), MAX_EXTERNAL_ID_LENGTH),
    members: readMembers(findMember(sent, 'members') ?? []),
  };
}

/** The steps of a PATCH, in order. */
export function readGroupPatch(body: unknown): GroupStep[] {
  return readOperations(body).flatMap(({ op, path, value }) => readGroupStep(op, path, value));
}

function readGroupStep(op: Op, path: string, value: unknown): GroupStep[] {
  const attribute = toAttribute(path);
  const sent = op === 'remove' ? null : value;
  if (attribute === 'displayname') return [{ kind: 'set', displayName: readGroupName(sent) }];
  if (attribute === 'externalid')
    return [{ kind: 'set', externalId: readText('externalId', sent, MAX_EXTERNAL_ID_LENGTH) }];
  if (attribute === 'members' || attribute === 'members.value') return [readMembersStep(op, value)];
  if (attribute.startsWith('members[')) return [readMemberStep(op, path)];
  if (attribute.startsWith('urn:') || ['id', 'schemas', 'meta'].includes(attribute)) return [];
  throw new ScimError(400, 'path names an unknown attribute of groups.', 'invalidPath');
}

/** Removing without a value removes all. */
function readMembersStep(op: Op, value: unknown): GroupStep {
  const isEmpty = value === undefined || value === null;
  if (op === 'remove' && isEmpty) return { kind: 'replace', members: [] };
  return { kind: op, members: isEmpty ? [] : readMembers(value) };
}

/** `members[value eq "…"]`. Adding or replacing one that isn't there adds it. */
function readMemberStep(op: Op, path: string): GroupStep {
  const inner = /^members\[(.*)\](?:\.value)?$/is.exec(path.replace(coreSchema, ''))?.[1] ?? '';
  const [condition, ...more] = parseFilter(inner);
  if (condition?.attribute !== 'value' || more.length > 0)
    throw new ScimError(400, 'path must be members[value eq "id"].', 'invalidPath');
  const members = [String(condition.value).toLowerCase()];
  return { kind: op === 'remove' ? 'remove' : 'add', members };
}

function readMembers(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  const ids = list.map((each: unknown) => {
    const id = isObject(each) ? findMember(each, 'value') : each;
    if (typeof id !== 'string' || id.length > MAX_EXTERNAL_ID_LENGTH)
      throw new ScimError(
        400,
        'members must be a list of {"value": "id of a user"}.',
        'invalidValue',
      );
    return id.toLowerCase();
  });
  return [...new Set(ids)];
}

function readGroupName(value: unknown): string {
  const name = readText('displayName', unwrapValue(value), MAX_NAME_LENGTH);
  if (name === null) throw new ScimError(400, 'displayName is required.', 'invalidValue');
  return name;
}
