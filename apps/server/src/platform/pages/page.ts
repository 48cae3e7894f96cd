import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';
import { stylePath } from './style.ts';

const eta = new Eta({ autoTrim: false });
const read = (url: URL): string => readFileSync(fileURLToPath(url), 'utf8');
const layout = eta.compile(read(new URL('./layout.eta', import.meta.url)));

export type Page<T> = (reply: FastifyReply, title: string, it: T, status?: number) => FastifyReply;

/** A page of `views/`, inside the layout that all pages share. What is put in is escaped. */
export function definePage<T extends object>(base: string, file: string): Page<T> {
  const view = eta.compile(read(new URL(file, base)));
  return (reply, title, it, status = 200) => {
    const html = eta.render(layout, { title, stylePath, content: eta.render(view, it) });
    return reply.code(status).type('text/html; charset=utf-8').serializer(String).send(html);
  };
}
