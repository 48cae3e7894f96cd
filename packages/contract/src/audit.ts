import { z } from 'zod';

/** One write: who did what, and when (decisions, GET /audit-log). Ids and names of fields, no values. */
export const act = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: z.string().meta({ description: 'The operation, by its id in this document' }),
    target: z.string().nullable().meta({ description: 'Id of what it was done to' }),
    fields: z.array(z.string()).meta({ description: 'Names of the fields that were given' }),
    actor: z
      .object({
        personId: z.string(),
        name: z.string().nullable(),
        email: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'null when a link in a mail did it' }),
    key: z.object({ keyId: z.string(), name: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'Act' });
