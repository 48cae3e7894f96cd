import { type BodyOf, type createWebhook, webhookLimits } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { recordAct } from '../audit/index.ts';
import { countLocked, insertWebhook } from './create-store.ts';
import type { WebhookDeps } from './deps.ts';
import { newSecret } from './sign.ts';

export async function create(
  { db, clock, sealer, refuseUrl }: WebhookDeps,
  who: Caller,
  input: BodyOf<typeof createWebhook>,
) {
  const refusal = refuseUrl(input.url);
  if (refusal) throw invalid('url', refusal);
  const events = !input.events || input.events.includes('*') ? ['*'] : [...new Set(input.events)];
  const id = newId();
  const secret = newSecret();
  const { accountId } = who;
  await db.transaction().execute(async (trx) => {
    if ((await countLocked(trx, accountId)) >= webhookLimits[who.plan])
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
    await recordAct(trx, who, { action: 'createWebhook', target: id, fields: input }, clock());
  });
  return { id, url: input.url, events, secret };
}
