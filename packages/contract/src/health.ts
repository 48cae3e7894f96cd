import { z } from 'zod';
import { defineOperation } from './operation.ts';

export const health = defineOperation({
  id: 'health',
  noun: 'service.health',
  since: '1.0',
  method: 'GET',
  path: '/healthz',
  access: 'public',
  tag: 'Operation',
  summary: 'Check that the process is running',
  description:
    "Doesn't check the database or anything else. Use it to restart a process that hangs.",
  reply: z.object({ status: z.literal('ok').meta({ description: 'Always `ok`' }) }),
  errors: ['headers_too_large'],
  uncounted: true,
  withoutDatabase: true,
  examples: { reply: { status: 'ok' } },
});

const ready = defineOperation({
  id: 'ready',
  noun: 'service.ready',
  since: '1.0',
  method: 'GET',
  path: '/readyz',
  access: 'public',
  tag: 'Operation',
  summary: 'Check that the service is ready',
  description:
    "For load balancers. Returns 503 if the database doesn't answer within 2 seconds, the process is stopping, or a newer version has removed something from the database that this one uses. `warnings` lists problems for the operator while requests are still served.",
  reply: z.object({
    status: z.literal('ready').meta({ description: 'Always `ready`' }),
    warnings: z
      .array(z.string())
      .optional()
      .meta({ description: 'For people. Absent if there are none' }),
  }),
  errors: ['headers_too_large', 'shutting_down', 'version_too_old'],
  uncounted: true,
  examples: { reply: { status: 'ready' } },
});

export const healthOperations = { health, ready } as const;
