import { CopyButton } from '../../shared/copy-button.tsx';
import { formatMoment, formatNumber, formatRelativeTime } from '../../shared/format.ts';
import { Notice } from '../../shared/notice.tsx';
import { EnableEndpoint } from './enable-endpoint.tsx';
import { getEndpointHealth } from './endpoint-health.ts';
import { HealthLabel } from './health-label.tsx';
import { LastResponse } from './last-response.tsx';
import type { Webhook } from './queries.ts';
import { SubscribedEvents } from './subscribed-events.tsx';
import { t } from './t.ts';
import classes from './webhooks.module.css';

/** URL and state of the endpoint. */
export function EndpointFacts({ webhook }: { webhook: Webhook }) {
  const { url, events, failureCount, lastDeliveryAt, createdAt } = webhook;
  const { is } = getEndpointHealth(webhook);
  return (
    <section className={`sheet ${classes.about}`} data-health={is}>
      <header>
        <h2 className={classes.url}>{url}</h2>
        <CopyButton text={url} size="compact-sm" />
      </header>
      {is === 'disabled' && (
        <Notice tone="bad">
          <p>{t('webhooks.disabled')}</p>
          <EnableEndpoint webhook={webhook} />
        </Notice>
      )}
      {is === 'failing' && (
        <Notice tone="warn">{t('webhooks.failing', { count: failureCount })}</Notice>
      )}
      <dl className={classes.figures}>
        <div>
          <dt>{t('webhooks.health')}</dt>
          <dd>
            <HealthLabel webhook={webhook} />
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.last')}</dt>
          <dd>
            <LastResponse webhook={webhook} />
            {lastDeliveryAt !== null && (
              <time
                dateTime={new Date(lastDeliveryAt).toISOString()}
                title={formatMoment(lastDeliveryAt)}
              >
                {' · '}
                {formatRelativeTime(lastDeliveryAt)}
              </time>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.failures')}</dt>
          <dd>{formatNumber(failureCount)}</dd>
        </div>
        <div>
          <dt>{t('webhooks.events')}</dt>
          <dd>
            <SubscribedEvents events={events} />
          </dd>
        </div>
        <div>
          <dt>{t('created')}</dt>
          <dd>{formatMoment(createdAt)}</dd>
        </div>
      </dl>
    </section>
  );
}
