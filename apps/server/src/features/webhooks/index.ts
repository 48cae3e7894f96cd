export { reenableEndpoint } from './change.ts';
export { deleteCredentialDeliveries } from './delete-store.ts';
export { countLostSecrets } from './lost-secrets.ts';
export { type AnyWebhook, findWebhookAccount, listAnyWebhooks } from './operator-store.ts';
export {
  countPausedDeliveries,
  failPausedDeliveries,
  listAccountsWithPaused,
  pauseDeliveries,
  resumeDeliveries,
} from './paused-store.ts';
export { webhookDisabledMailKind } from './recorder.ts';
export { registerWebhooks } from './register.ts';
export { webhookSecrets } from './reseal.ts';
export { maintainDeliveryLog } from './retention.ts';
export { findWebhookProblem, measureWebhooks, webhooksReader } from './watch.ts';
export { registerWebhooksWork, type WebhookWorkDeps } from './work.ts';
export { releaseAllEndpoints } from './work-store.ts';
