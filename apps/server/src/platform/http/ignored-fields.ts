import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

export const ignoredFieldsHeader = 'insignia-ignored-fields';

/** The members that a schema reads. Undefined if it accepts anything, or nothing with members. */
export type KnownFields =
  | { members: ReadonlyMap<string, KnownFields | undefined> }
  | { items: KnownFields }
  | undefined;

const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 60;
const MAX_HEADER_LENGTH = 1_000;
/** Members and items checked. Small compared with parsing. */
const MAX_VISITED = 20_000;

/** Prepares a schema once. Looks through wrappers such as `optional`. */
export function readKnownFields(schema: z.ZodType | undefined): KnownFields {
  const { def } = (schema ?? {}) as { def?: Def };
  if (!def) return undefined;
  if (def.innerType) return readKnownFields(def.innerType);
  if (def.type === 'pipe') return readKnownFields(def.in);
  if (def.type === 'array') {
    const items = readKnownFields(def.element);
    return items && { items };
  }
  if (def.type !== 'object' || def.catchall || !def.shape) return undefined;
  const members = Object.entries(def.shape).map(
    ([name, member]) => [name, readKnownFields(member)] as const,
  );
  return { members: new Map(members) };
}

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
};

/**
 * Paths of unknown members, such as `recipient.nmae`, outer ones first. Slightly more than are
 * reported.
 */
export function findUnknownFields(known: KnownFields, value: unknown, prefix = ''): string[] {
  const found: string[] = [];
  for (const path of iterateUnknownPaths({ at: known, value, prefix })) {
    found.push(path);
    if (found.length > MAX_NAMES) break;
  }
  return found;
}

function* iterateUnknownPaths(whole: FieldNode): Generator<string> {
  const parts = [whole];
  let seen = 0;
  for (const part of parts)
    for (const name of iterateNames(part)) {
      if (++seen > MAX_VISITED) return;
      const inner = descend(part, name);
      if (typeof inner === 'string') yield inner;
      else if (inner.at) parts.push(inner);
    }
}

type FieldNode = { at: KnownFields; value: unknown; prefix: string };

/** Lazily, because a value may have more members than are checked. */
function* iterateNames({ at, value }: FieldNode): Generator<string> {
  if (!at || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) !== 'items' in at) return;
  for (const name in value) if (Object.hasOwn(value, name)) yield name;
}

/** The contents of a member, or its path if unknown. */
function descend({ at, value, prefix }: FieldNode, name: string): FieldNode | string {
  const path = `${prefix}${sanitizeName(name)}`;
  if (at && 'members' in at && !at.members.has(name)) return path;
  const inner = at && ('items' in at ? at.items : at.members.get(name));
  return { at: inner, value: (value as Record<string, unknown>)[name], prefix: `${path}.` };
}

/** Visible ASCII without separators. */
function sanitizeName(name: string): string {
  const cut = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return encodeURIComponent(cut.toWellFormed());
}

/** Lists ignored members in a header, whatever the response. `...` stands for the rest. */
export function reportIgnoredFields(reply: FastifyReply, paths: string[]): void {
  if (paths.length === 0) return;
  const before = reply.getHeader(ignoredFieldsHeader);
  const named = [...(typeof before === 'string' ? before.split(', ') : []), ...paths];
  let value = '';
  for (const [n, path] of [...new Set(named)].entries()) {
    const longer = value === '' ? path : `${value}, ${path}`;
    if (n >= MAX_NAMES || longer.length > MAX_HEADER_LENGTH || path === '...') {
      value = value === '' ? '...' : `${value}, ...`;
      break;
    }
    value = longer;
  }
  reply.header(ignoredFieldsHeader, value);
}
