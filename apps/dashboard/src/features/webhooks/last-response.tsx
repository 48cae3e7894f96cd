import type { Webhook } from './queries.ts';
import { t } from './t.ts';

/** Short form of the last response. */
export function LastResponse({ webhook }: { webhook: Webhook }) {
  const { lastDeliveryAt, lastStatus } = webhook;
  if (lastDeliveryAt === null) return t('webhooks.last.none');
  return lastStatus === null ? t('webhooks.noAnswer') : String(lastStatus);
}
