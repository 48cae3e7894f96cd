import { type createWebhook, type OperationBody, webhookLimits } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { recordAction } from '../audit/index.ts';
import { insertWebhook, lockAndCountEndpoints } from './create-store.ts';
import type { WebhookDeps } from './deps.ts';
import { createSecret } from './sign.ts';

export async function createEndpoint(
  { db, clock, sealer, refuseUrl }: WebhookDeps,
  who: Caller,
  input: OperationBody<typeof createWebhook>,
) {
  const refusal = refuseUrl(input.url);
  if (refusal) throw invalid('url', refusal);
  const events = !input.events || input.events.includes('*') ? ['*'] : [...new Set(input.events)];
  const id = newId();
  const secret = createSecret();
  const { accountId } = who;
  await db.write(async (trx) => {
    if ((await lockAndCountEndpoints(trx, accountId)) >= webhookLimits[who.plan])
      throw new Problem('webhook_limit_reached');
    const row = {
      id,
      accountId,
      url: input.url,
      events,
      secret: await sealer.seal(trx, secret),
      now: clock(),
    };
    await insertWebhook(trx, row);
    await recordAction(trx, who, { action: 'createWebhook', target: id, fields: input }, clock());
  });
  return { id, url: input.url, events, secret };
}
