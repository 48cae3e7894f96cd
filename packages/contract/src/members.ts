import { z } from 'zod';
import { email, idOrUrl } from './text.ts';

/** Roles that the interface can assign (interface specification §2.2). */
const assignable = z.enum(['admin', 'editor', 'viewer']);

export const inviteMember = z.object({ email, role: assignable });
export const acceptInvitation = z.object({ inviteId: idOrUrl });
export const changeRole = z.object({
  memberId: idOrUrl.optional().meta({ description: 'May repeat the path' }),
  role: assignable,
});

export const member = z
  .object({
    memberId: z.string(),
    email: z.string(),
    role: z.enum(['owner', 'admin', 'editor', 'viewer']),
    status: z.enum(['active', 'pending']),
  })
  .meta({ id: 'Member' });

const counts = z.object({ issuers: z.int(), seats: z.int(), credentials: z.int() });
const limit = z.int().nullable();
const limits = z.object({ issuers: limit, seats: limit, credentials: limit });

/** What GET /account answers (decisions, "Endpoints that the contract names but does not show"). */
export const account = z
  .object({
    accountId: z.string(),
    name: z.string(),
    plan: z.enum(['free', 'starter', 'pro', 'unlimited']),
    limits: limits.meta({ description: 'null: as many as one likes' }),
    usage: counts,
    periodEnd: z.iso.datetime().meta({ description: 'When the quota is reset' }),
    role: z.enum(['owner', 'admin', 'editor', 'viewer']),
    accounts: z
      .array(z.object({ accountId: z.string(), name: z.string(), role: z.string() }))
      .meta({ description: 'Every account that the person belongs to' }),
  })
  .meta({ id: 'Account' });
