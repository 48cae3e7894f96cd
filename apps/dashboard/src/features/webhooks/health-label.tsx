import { getEndpointHealth } from './endpoint-health.ts';
import type { Webhook } from './queries.ts';
import { t } from './t.ts';

export function HealthLabel({ webhook }: { webhook: Webhook }) {
  const { tone, is } = getEndpointHealth(webhook);
  return (
    <span className="state" data-tone={tone}>
      {t(`webhooks.health.${is}`)}
    </span>
  );
}
