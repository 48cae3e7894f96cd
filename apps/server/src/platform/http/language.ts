import type { Language } from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import { chooseLanguage } from '../../kernel/language.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when a session is read. Absent until then, and for users who chose none. */
    userLanguage?: string | null | undefined;
  }
}

/** The language that the signed-in user chose, or the one that the browser prefers. */
export const readRequestLanguage = ({ userLanguage, headers }: FastifyRequest): Language =>
  chooseLanguage(userLanguage || headers['accept-language']);
