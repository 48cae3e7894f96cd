import { z } from 'zod';

const text = z.string().max(200).optional().catch(undefined);

/** What the address says of the list; what makes no sense is as if it was not there. */
export const searchOfCredentials = z.object({ search: text, badge: text });

/** The badge that is to be issued. */
export const searchOfIssue = z.object({ badge: text });
