import type { Operation } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

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
  const nodes: FieldNode[] = [{ known, value, prefix }];
  let visited = 0;
  for (const { node, name } of iterateMembers(nodes)) {
    if (++visited > MAX_VISITED || found.length > MAX_NAMES) break;
    const inner = descend(node, name);
    if (typeof inner === 'string') found.push(inner);
    else if (inner) nodes.push(inner);
  }
  return found;
}

type FieldNode = { known: KnownFields; value: unknown; prefix: string };

/** Lazily, because a value may have more members than are checked, and `nodes` grows meanwhile. */
function* iterateMembers(nodes: FieldNode[]): Generator<{ node: FieldNode; name: string }> {
  for (const node of nodes) {
    const { known, value } = node;
    if (!known || typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value) !== 'items' in known) continue;
    for (const name in value) if (Object.hasOwn(value, name)) yield { node, name };
  }
}

/** The contents of a member if they can have unknown members, or its path if it is unknown. */
function descend(
  { known, value, prefix }: FieldNode,
  name: string,
): FieldNode | string | undefined {
  const isUnknown = known && 'members' in known && !known.members.has(name);
  const inner = known && ('items' in known ? known.items : known.members.get(name));
  if (!isUnknown && !inner) return undefined;
  const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  // Visible ASCII without separators.
  const path = `${prefix}${encodeURIComponent(short.toWellFormed())}`;
  if (isUnknown) return path;
  return { known: inner, value: (value as Record<string, unknown>)[name], prefix: `${path}.` };
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

/** Reports ignored members, also in errors. A bare body may be inside `parameters`. */
export function createIgnoredFieldsHook(operation: Operation, body: z.ZodType | undefined) {
  const query = readKnownFields(operation.query ?? z.object({}));
  const fields = readKnownFields(body);
  const wrapper = readKnownFields(z.object({ parameters: z.unknown() }));
  const mayBeWrapped = !operation.bare || operation.mayWrap;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const ignored = findUnknownFields(query, request.query);
    const { parameters } = (request.body ?? {}) as { parameters?: unknown };
    if (mayBeWrapped && typeof parameters === 'object' && parameters !== null) {
      if (fields) ignored.push(...findUnknownFields(wrapper, request.body));
      if (operation.mayWrap) request.body = parameters;
      ignored.push(...findUnknownFields(fields, parameters));
    } else ignored.push(...findUnknownFields(fields, request.body));
    if (ignored.length > 0) reportIgnoredFields(reply, ignored);
  };
}
