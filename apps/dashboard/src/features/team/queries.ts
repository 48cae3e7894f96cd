import type { inviteMember } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import type { z } from 'zod';

export type Member = Awaited<ReturnType<Client['members']['list']>>['items'][number];
/** Assignable roles. The owner is fixed. */
export type AssignableRole = z.output<typeof inviteMember.body>['role'];
export const assignableRoles = [
  'viewer',
  'editor',
  'admin',
] as const satisfies readonly AssignableRole[];

/** Name of a member, or the email address if there is none. */
export const getMemberName = ({ name, email }: Pick<Member, 'name' | 'email'>): string =>
  name ?? email;
