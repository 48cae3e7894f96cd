import type { inviteMember } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import type { z } from 'zod';

export type Member = Awaited<ReturnType<Client['members']['list']>>['items'][number];
/** What can be given; there is one owner, who stays. */
export type Role = z.output<typeof inviteMember.body>['role'];
export const roles = ['viewer', 'editor', 'admin'] as const satisfies readonly Role[];

/** As people say it. */
export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name ?? email;
