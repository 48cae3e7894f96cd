import { z } from 'zod';
import { defineOperation } from './operation.ts';

export const health = defineOperation({
  id: 'health',
  since: '1.0',
  method: 'GET',
  path: '/healthz',
  access: 'public',
  tag: 'Operation',
  summary: 'The process lives',
  description: 'Asks neither database nor anything else: for what restarts a process that hangs.',
  reply: z.object({ status: z.literal('ok').meta({ description: 'Always `ok`' }) }),
  uncounted: true,
  withoutDatabase: true,
  examples: { reply: { status: 'ok' } },
});

export const ready = defineOperation({
  id: 'ready',
  since: '1.0',
  method: 'GET',
  path: '/readyz',
  access: 'public',
  tag: 'Operation',
  summary: 'The service can serve',
  description:
    'Asks the database; 503 when it does not answer within two seconds, the process is stopping, or a newer version has taken away from the database what this one uses. For load balancers. `warnings` name what needs an operator though requests are served.',
  reply: z.object({
    status: z.literal('ready').meta({ description: 'Always `ready`' }),
    warnings: z
      .array(z.string())
      .optional()
      .meta({ description: 'For people; not there when all is well' }),
  }),
  errors: ['shutting_down', 'version_too_old'],
  uncounted: true,
  examples: { reply: { status: 'ready' } },
});
