import { t } from '../../shared/t.ts';
import { healthOf } from './health-of.ts';
import type { Webhook } from './queries.ts';

export function Health({ webhook }: { webhook: Webhook }) {
  const { tone, is } = healthOf(webhook);
  return (
    <span className="state" data-tone={tone}>
      {t(`webhooks.health.${is}`)}
    </span>
  );
}
