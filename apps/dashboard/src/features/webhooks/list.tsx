import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/webhooks.ts';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatRelativeTime } from '../../shared/format.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import { HealthLabel, LastResponse, SubscribedEvents } from './endpoint-labels.tsx';
import { NewEndpoint } from './new-endpoint.tsx';
import { type Webhook, webhooksQuery } from './queries.ts';
import { SignatureGuide } from './signature-guide.tsx';
import classes from './webhooks.module.css';

export function Webhooks() {
  const here = useAccount();
  const query = useQuery(webhooksQuery(here));
  const [isCreating, setCreating] = useState(false);
  const createButton = here.may('createWebhook') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('webhooks.new')}
    </Button>
  );
  return (
    <Screen
      title={t('nav.webhooks')}
      lead={t('webhooks.lead')}
      actions={query.data?.length ? createButton : null}
    >
      <QueryContent query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState title={t('webhooks.none.title')} action={createButton}>
              {t('webhooks.none.words')}
            </EmptyState>
          ) : (
            <>
              <Table
                label={t('nav.webhooks')}
                rows={webhooks}
                getKey={({ id }) => id}
                columns={createEndpointColumns(here.accountId)}
              />
              <SignatureGuide />
            </>
          )
        }
      </QueryContent>
      <CurlExample operation="listWebhooks" />
      {isCreating && <NewEndpoint close={() => setCreating(false)} />}
    </Screen>
  );
}

const createEndpointColumns = (accountId: string): Column<Webhook>[] => [
  {
    title: t('webhooks.endpoint'),
    show: ({ id, url, events }) => (
      <>
        <Link to="/$accountId/webhooks/$webhookId" params={{ accountId, webhookId: id }}>
          {url}
        </Link>
        <br />
        <span className="fine">
          <SubscribedEvents events={events} />
        </span>
      </>
    ),
  },
  {
    title: t('webhooks.health'),
    isBelow: true,
    show: (webhook) => (
      <div className={classes.health}>
        <HealthLabel webhook={webhook} />
        {webhook.failureCount > 0 && (
          <span className="fine">
            {t('webhooks.failures.count', { count: webhook.failureCount })}
          </span>
        )}
      </div>
    ),
  },
  { title: t('webhooks.recent'), show: ({ recent }) => <RecentDeliveries recent={recent} /> },
  {
    title: t('webhooks.last'),
    isMinor: true,
    show: (webhook) => (
      <>
        <LastResponse webhook={webhook} />
        {webhook.lastDeliveryAt !== null && (
          <span className="fine"> · {formatRelativeTime(webhook.lastDeliveryAt)}</span>
        )}
      </>
    ),
  },
];

/** Recent deliveries, newest last, so that a pattern of failures shows. */
function RecentDeliveries({ recent }: Pick<Webhook, 'recent'>) {
  if (recent.length === 0) return <span className="fine">{t('webhooks.recent.none')}</span>;
  const count = recent.filter((state) => state === 'delivered').length;
  return (
    <div className={classes.recent}>
      <span className={classes.bars} aria-hidden>
        {recent.toReversed().map((state, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: deliveries have no id here
          <span key={at} className={classes.bar} data-state={state} />
        ))}
      </span>
      <span className="fine">{t('webhooks.recent.count', { count, of: recent.length })}</span>
    </div>
  );
}
