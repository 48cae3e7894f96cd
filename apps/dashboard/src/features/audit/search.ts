import { z } from 'zod';

const some = z.string().min(1).max(64).optional().catch(undefined);
const day = z.iso.date().optional().catch(undefined);

/** What the address says of the log; what makes no sense is as if it was not there. */
export const searchOfAudit = z.object({ person: some, action: some, from: day, to: day });
export type AuditSearch = z.output<typeof searchOfAudit>;
