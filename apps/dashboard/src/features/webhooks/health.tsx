import { healthOf } from './health-of.ts';
import type { Webhook } from './queries.ts';
import { t } from './t.ts';

export function Health({ webhook }: { webhook: Webhook }) {
  const { tone, is } = healthOf(webhook);
  return (
    <span className="state" data-tone={tone}>
      {t(`webhooks.health.${is}`)}
    </span>
  );
}
