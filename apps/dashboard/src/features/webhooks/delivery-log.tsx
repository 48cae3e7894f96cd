import { listDeliveries } from '@insignia/contract';
import { Button, Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { t } from '../../messages/en/webhooks.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { formatRelativeTime } from '../../shared/format.ts';
import { LoadMore } from '../../shared/load-more.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { showToast } from '../../shared/toast.tsx';
import { DeliveryExchange } from './exchange.tsx';
import {
  type Delivery,
  type DeliveryFilter,
  deliveriesQuery,
  failedSinceQuery,
  type Webhook,
  webhookQueryKey,
} from './queries.ts';
import classes from './webhooks.module.css';

const route = getRouteApi('/$accountId/webhooks/$webhookId');
const { state: states, event: events } = listDeliveries.query.shape;
const any = 'any';

export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { state, event, delivery: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const filter: DeliveryFilter = { ...(state ? { state } : {}), ...(event ? { event } : {}) };
  const query = useInfiniteQuery(deliveriesQuery(useAccount(), webhook.id, filter));
  const narrow = (change: object) =>
    void navigate({ search: { ...filter, ...change }, replace: true });
  const open = (delivery: string | undefined) =>
    void navigate({ search: { ...filter, delivery }, replace: true, resetScroll: false });
  const deliveries = query.data?.pages.flatMap(({ items }) => items) ?? [];
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

const defaultPeriodMs = 86_400_000;

/** Redelivers failures since a time, after showing how many there are. */
function RedeliverSince({ webhook: { id: webhookId, active } }: { webhook: Webhook }) {
  const here = useAccount();
  const queries = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [local, setLocal] = useState('');
  const since = opened ? localToUtc(local) : '';
  const { data: failed } = useQuery(failedSinceQuery(here, webhookId, since));
  if (!here.may('redeliverSince') || !active) return null;
  const open = () => {
    setLocal(formatLocalDateTime(new Date(Date.now() - defaultPeriodMs)));
    setOpened(true);
  };
  const again = async () => {
    const { redelivered } = await here.api.webhooks.redeliverSince({ webhookId, since });
    await queries.invalidateQueries({ queryKey: webhookQueryKey(here.accountId, webhookId) });
    showToast(t('webhooks.redelivered', { count: redelivered }));
  };
  const count = failed?.items.length ?? 0;
  const isMore = failed?.lastEvaluatedKey !== undefined;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        {t('webhooks.since')}
      </Button>
      <ConfirmDialog
        opened={opened}
        close={() => setOpened(false)}
        title={t('webhooks.since')}
        action={
          isMore || count === 0 ? t('webhooks.redeliver') : t('webhooks.redeliver.count', { count })
        }
        isHarmless
        act={again}
      >
        <TextInput
          type="datetime-local"
          label={t('webhooks.since.field')}
          description={t('webhooks.since.hint')}
          value={local}
          onChange={({ currentTarget }) => setLocal(currentTarget.value)}
        />
        <p role="status">
          {failed && t(isMore ? 'webhooks.since.more' : 'webhooks.since.count', { count })}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Delivered is the normal case and has no color. */
const tones = {
  pending: 'warn',
  delivered: undefined,
  failed: 'bad',
} as const satisfies Record<Delivery['state'], string | undefined>;

type Props = { webhook: Webhook; delivery: Delivery; isOpen: boolean; toggle: () => void };

function DeliveryItem({ webhook, delivery, isOpen, toggle }: Props) {
  const { event, state, createdAt, attempts, lastStatus } = delivery;
  const panel = useId();
  return (
    <li data-open={isOpen || undefined}>
      <UnstyledButton
        className={classes.line}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={toggle}
      >
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <span className={classes.event}>{event}</span>
        <span className={tones[state] ? 'state' : 'fine'} data-tone={tones[state]}>
          {t(`webhooks.state.${state}`)}
        </span>
        <span className={classes.outcome}>
          {attempts.length > 0 && <span>{lastStatus ?? t('webhooks.noAnswer')}</span>}
          {attempts.length > 1 && <span>{t('webhooks.tries', { count: attempts.length })}</span>}
          <Next delivery={delivery} />
        </span>
        <RelativeTime at={createdAt} />
      </UnstyledButton>
      {isOpen && (
        <div id={panel} className={classes.panel}>
          <DeliveryExchange webhook={webhook} delivery={delivery} />
        </div>
      )}
    </li>
  );
}

function Next({ delivery: { nextAttemptAt, attempts } }: { delivery: Delivery }) {
  if (nextAttemptAt === null || attempts.length === 0) return null;
  const isDue = Date.parse(nextAttemptAt) <= Date.now();
  return (
    <span>
      {isDue
        ? t('webhooks.next.now')
        : t('webhooks.next', { when: formatRelativeTime(nextAttemptAt) })}
    </span>
  );
}

/** Formats a moment for `datetime-local` inputs, in the user's time zone. */
function formatLocalDateTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Converts the value of a `datetime-local` input to UTC. Empty if incomplete. */
function localToUtc(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
