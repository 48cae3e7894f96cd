import { listDeliveries } from '@insignia/contract';
import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useAccount } from '../../shared/account.ts';
import { LoadMore } from '../../shared/load-more.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import { type DeliveryFilter, deliveriesQuery, type Webhook } from './queries.ts';
import { RedeliverSince } from './redeliver-since.tsx';
import { t } from './t.ts';
import classes from './webhooks.module.css';

const route = getRouteApi('/$accountId/webhooks/$webhookId');
const { state: states, event: events } = listDeliveries.query.shape;
const any = 'any';

/** Deliveries with responses, newest first, live. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { state, event, delivery: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const filter: DeliveryFilter = { ...(state ? { state } : {}), ...(event ? { event } : {}) };
  const query = useInfiniteQuery(deliveriesQuery(useAccount(), webhook.id, filter));
  const narrow = (change: object) =>
    void navigate({ search: { ...filter, ...change }, replace: true });
  const open = (delivery: string | undefined) =>
    void navigate({ search: { ...filter, delivery }, replace: true, resetScroll: false });
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const isLive = query.data?.pages.length === 1;
  return (
    <section className="stack" aria-label={t('webhooks.deliveries')}>
      <header className={classes.head}>
        <h2>
          {t('webhooks.deliveries')}{' '}
          {isLive && <span className={classes.live}>{t('webhooks.live')}</span>}
        </h2>
        <RedeliverSince webhook={webhook} />
      </header>
      <search className={classes.filters}>
        <Select
          aria-label={t('state')}
          data={[
            { value: any, label: t('webhooks.anyState') },
            ...states
              .unwrap()
              .options.map((value) => ({ value, label: t(`webhooks.state.${value}`) })),
          ]}
          value={state ?? any}
          allowDeselect={false}
          onChange={(value) => narrow({ state: value === any ? undefined : value })}
        />
        <Select
          aria-label={t('webhooks.event')}
          data={[{ value: any, label: t('webhooks.anyEvent') }, ...events.unwrap().options]}
          value={event ?? any}
          allowDeselect={false}
          onChange={(value) => narrow({ event: value === any ? undefined : value })}
        />
      </search>
      <QueryContent query={query}>
        {() => {
          if (deliveries.length === 0)
            return (
              <p className={classes.none}>
                {t(state || event ? 'search.none' : 'webhooks.deliveries.none')}
              </p>
            );
          return (
            <ul className={classes.log}>
              {deliveries.map((delivery) => (
                <DeliveryItem
                  key={delivery.id}
                  webhook={webhook}
                  delivery={delivery}
                  isOpen={delivery.id === opened}
                  toggle={() => open(delivery.id === opened ? undefined : delivery.id)}
                />
              ))}
            </ul>
          );
        }}
      </QueryContent>
      <LoadMore query={query} shown={deliveries.length} key={JSON.stringify(filter)} />
    </section>
  );
}
