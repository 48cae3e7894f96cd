import { idOrUrl, createKey as operation } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/http/index.ts';
import { definePage, explain, readForm } from '../../platform/pages/index.ts';
import { createKey, type KeyDeps, listKeys, revokeKey } from './keys.ts';
import type { PageCaller } from './page-caller.ts';

type Shown = {
  email: string;
  baseUrl: string;
  keys: {
    keyId: string;
    name: string;
    scope: string;
    prefix: string;
    made: string;
    used: string;
  }[];
  created?: { key: string } | undefined;
  problem?: string | undefined;
};

const view = definePage<Shown>(import.meta.url, './views/keys.eta');
const hidden = { schema: { hide: true } as object };
const day = (date: Date): string => date.toISOString().slice(0, 10);

/** The page on which a person makes and revokes keys; `app` must take forms. */
export function keyPages(app: App, deps: KeyDeps, callerOf: PageCaller, baseUrl: string): void {
  type Extra = { created?: { key: string }; problem?: string };
  const show = async (
    who: Caller & { email: string },
    reply: FastifyReply,
    extra: Extra = {},
    status = 200,
  ) => {
    const rows = await listKeys(deps, who);
    const keys = rows.map(({ createdAt, lastUsedAt, ...row }) => ({
      ...row,
      made: day(createdAt),
      used: lastUsedAt ? `last used ${day(lastUsedAt)}` : 'never used',
    }));
    return view(reply, 'API keys', { email: who.email, baseUrl, keys, ...extra }, status);
  };

  app.get('/keys', hidden, async (request, reply) => {
    const who = await callerOf(request);
    return who ? show(who, reply) : reply.redirect('/sign-in', 303);
  });

  app.post('/keys', hidden, async (request, reply) => {
    const who = await callerOf(request);
    if (!who) return reply.redirect('/sign-in', 303);
    try {
      return await show(who, reply, {
        created: await createKey(deps, who, readForm(operation.body, request, baseUrl)),
      });
    } catch (error) {
      const { status, problem, errors } = explain(error);
      return show(
        who,
        reply,
        {
          problem:
            Object.entries(errors)
              .map((field) => field.join(' '))
              .join('; ') || problem,
        },
        status,
      );
    }
  });

  app.post('/keys/revoke', hidden, async (request, reply) => {
    const who = await callerOf(request);
    if (!who) return reply.redirect('/sign-in', 303);
    const { keyId } = readForm(z.object({ keyId: idOrUrl }), request, baseUrl);
    const id = readId(keyId);
    if (!id) throw new Problem('key_not_found');
    await revokeKey(deps, who, id);
    return reply.redirect('/keys', 303);
  });
}
