import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

type KnownPath = { segments: string[]; methods: Set<string>; anyOrigin: boolean };

const dayInSeconds = 86_400;

/**
 * Handles requests that no route accepts (RFC 9110 §15.5.6 and §9.3.7): 405 with `Allow` if other
 * methods exist, OPTIONS, and CORS preflights. Register before the routes.
 */
export function handleOtherMethods(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const entry = known.get(url) ?? {
      segments: url.split('/'),
      methods: new Set<string>(),
      anyOrigin: config?.anyOrigin === true,
    };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });
  return (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '').split('/');
    const found = [...known.values()].filter(({ segments }) => leadsTo(segments, path));
    if (found.length === 0) throw new Problem('not_found');
    reply.header('allow', listMethods([...found, { methods: ['OPTIONS'] }]));
    if (request.method !== 'OPTIONS') throw new Problem('method_not_allowed');
    const open = found.filter(({ anyOrigin }) => anyOrigin);
    if (open.length > 0)
      reply
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', listMethods(open))
        .header('access-control-allow-headers', '*')
        .header('access-control-max-age', String(dayInSeconds));
    return reply.code(204).send();
  };
}

function listMethods(entries: { methods: Iterable<string> }[]): string {
  return [...new Set(entries.flatMap(({ methods }) => [...methods]))].sort().join(', ');
}

function leadsTo(segments: string[], path: string[]): boolean {
  return (
    segments.length === path.length &&
    segments.every((segment, at) => (segment.startsWith(':') ? path[at] : segment === path[at]))
  );
}
