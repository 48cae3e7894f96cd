export {
  countLostSecrets,
  maintainDeliveryLog,
  reenableEndpoint,
  webhookSecrets,
} from './endpoints.ts';
export { deleteCredentialDeliveries, deleteEventDeliveries } from './log-store.ts';
export { webhookDisabledMailKind } from './recorder.ts';
export { registerWebhooks } from './routes.ts';
export { type AnyWebhook, findWebhookAccount, listAnyWebhooks } from './store.ts';
export {
  findWebhookProblem,
  measureWebhooks,
  registerWebhooksWork,
  type WebhookWorkDeps,
  webhooksReader,
} from './work.ts';
export {
  countPausedDeliveries,
  failPausedDeliveries,
  listAccountsWithPaused,
  pauseDeliveries,
  releaseAllEndpoints,
  resumeDeliveries,
} from './work-store.ts';
