export { enableAgain } from './change.ts';
export { dropDeliveriesOf } from './drop-store.ts';
export { forgetDeliveries } from './forget.ts';
export {
  accountsWithHeld,
  countHeldDeliveries,
  giveUpHeldDeliveries,
  holdDeliveries,
  releaseDeliveries,
} from './held-store.ts';
export { countLostSecrets } from './lost-secrets.ts';
export { type AnyWebhook, accountOfWebhook, anyWebhooks } from './operator-store.ts';
export { webhookDisabledMail } from './recorder.ts';
export { registerWebhooks } from './register.ts';
export { webhookSecrets } from './reseal.ts';
export { measureWebhooks, webhooksConcern, webhooksReader } from './watch.ts';
export { registerWebhooksWork, type WebhookWorkDeps } from './work.ts';
export { releaseAllEndpoints } from './work-store.ts';
