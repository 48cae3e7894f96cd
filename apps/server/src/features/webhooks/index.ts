export { webhookHandlers } from './drop-log.ts';
export { webhookDisabledMail } from './recorder.ts';
export { reseal } from './reseal.ts';
export { registerWebhooks } from './routes.ts';
export { startWebhooks, type WebhookParts } from './start.ts';
export { forgetDeliveries } from './store.ts';
export { measureWebhooks, webhooksConcern } from './watch.ts';
export { releaseAllEndpoints } from './work-store.ts';
