import { CopyButton } from '../../shared/copy.tsx';
import { ago, moment, number } from '../../shared/format.ts';
import { Notice } from '../../shared/notice.tsx';
import { Enable } from './enable.tsx';
import { Events } from './events.tsx';
import { Health } from './health.tsx';
import { healthOf } from './health-of.ts';
import { LastAnswer } from './last-answer.tsx';
import type { Webhook } from './queries.ts';
import { t } from './t.ts';
import classes from './webhooks.module.css';

/** URL and state of the endpoint. */
export function About({ webhook }: { webhook: Webhook }) {
  const { url, events, failureCount, lastDeliveryAt, createdAt } = webhook;
  const { is } = healthOf(webhook);
  return (
    <section className={`sheet ${classes.about}`} data-health={is}>
      <header>
        <h2 className={classes.url}>{url}</h2>
        <CopyButton text={url} size="compact-sm" />
      </header>
      {is === 'disabled' && (
        <Notice tone="bad">
          <p>{t('webhooks.disabled')}</p>
          <Enable webhook={webhook} />
        </Notice>
      )}
      {is === 'failing' && (
        <Notice tone="warn">{t('webhooks.failing', { count: failureCount })}</Notice>
      )}
      <dl className={classes.figures}>
        <div>
          <dt>{t('webhooks.health')}</dt>
          <dd>
            <Health webhook={webhook} />
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.last')}</dt>
          <dd>
            <LastAnswer webhook={webhook} />
            {lastDeliveryAt !== null && (
              <time
                dateTime={new Date(lastDeliveryAt).toISOString()}
                title={moment(lastDeliveryAt)}
              >
                {' · '}
                {ago(lastDeliveryAt)}
              </time>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.failures')}</dt>
          <dd>{number(failureCount)}</dd>
        </div>
        <div>
          <dt>{t('webhooks.events')}</dt>
          <dd>
            <Events events={events} />
          </dd>
        </div>
        <div>
          <dt>{t('created')}</dt>
          <dd>{moment(createdAt)}</dd>
        </div>
      </dl>
    </section>
  );
}
