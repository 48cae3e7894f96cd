import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

export const ignoredFieldsHeader = 'insignia-ignored-fields';

/** The members that a schema reads. Undefined if it accepts anything, or nothing with members. */
export type Known =
  | { members: ReadonlyMap<string, Known | undefined> }
  | { items: Known }
  | undefined;

const mostNamed = 20;
const longestName = 60;
const longestValue = 1_000;
/** Members and items checked. Small compared with parsing. */
const mostSeen = 20_000;

/** Prepares a schema once. Looks through wrappers such as `optional`. */
export function knownOf(schema: z.ZodType | undefined): Known {
  const { def } = (schema ?? {}) as { def?: Def };
  if (!def) return undefined;
  if (def.innerType) return knownOf(def.innerType);
  if (def.type === 'pipe') return knownOf(def.in);
  if (def.type === 'array') {
    const items = knownOf(def.element);
    return items && { items };
  }
  if (def.type !== 'object' || def.catchall || !def.shape) return undefined;
  const members = Object.entries(def.shape).map(
    ([name, member]) => [name, knownOf(member)] as const,
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
export function unknownIn(known: Known, value: unknown, prefix = ''): string[] {
  const found: string[] = [];
  for (const path of unknownPaths({ at: known, value, prefix })) {
    found.push(path);
    if (found.length > mostNamed) break;
  }
  return found;
}

function* unknownPaths(whole: Part): Generator<string> {
  const parts = [whole];
  let seen = 0;
  for (const part of parts)
    for (const name of namesIn(part)) {
      if (++seen > mostSeen) return;
      const inner = innerOf(part, name);
      if (typeof inner === 'string') yield inner;
      else if (inner.at) parts.push(inner);
    }
}

type Part = { at: Known; value: unknown; prefix: string };

/** Lazily, because a value may have more members than are checked. */
function* namesIn({ at, value }: Part): Generator<string> {
  if (!at || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) !== 'items' in at) return;
  for (const name in value) if (Object.hasOwn(value, name)) yield name;
}

/** The contents of a member, or its path if unknown. */
function innerOf({ at, value, prefix }: Part, name: string): Part | string {
  const path = `${prefix}${safe(name)}`;
  if (at && 'members' in at && !at.members.has(name)) return path;
  const inner = at && ('items' in at ? at.items : at.members.get(name));
  return { at: inner, value: (value as Record<string, unknown>)[name], prefix: `${path}.` };
}

/** Visible ASCII without separators. */
function safe(name: string): string {
  const cut = name.length > longestName ? `${name.slice(0, longestName)}…` : name;
  return encodeURIComponent(cut.toWellFormed());
}

/** Lists ignored members in a header, whatever the response. `...` stands for the rest. */
export function tellIgnored(reply: FastifyReply, paths: string[]): void {
  if (paths.length === 0) return;
  const before = reply.getHeader(ignoredFieldsHeader);
  const named = [...(typeof before === 'string' ? before.split(', ') : []), ...paths];
  let value = '';
  for (const [n, path] of [...new Set(named)].entries()) {
    const longer = value === '' ? path : `${value}, ${path}`;
    if (n >= mostNamed || longer.length > longestValue || path === '...') {
      value = value === '' ? '...' : `${value}, ...`;
      break;
    }
    value = longer;
  }
  reply.header(ignoredFieldsHeader, value);
}
