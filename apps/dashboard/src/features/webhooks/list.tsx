import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { ago } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { Screen } from '../../shared/screen.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import { Events } from './events.tsx';
import { Health } from './health.tsx';
import { LastAnswer } from './last-answer.tsx';
import { NewEndpoint } from './new-endpoint.tsx';
import { type Webhook, webhooksQuery } from './queries.ts';
import { Recent } from './recent.tsx';
import { Signatures } from './signatures.tsx';
import { t } from './t.ts';
import classes from './webhooks.module.css';

export function Webhooks() {
  const here = useHere();
  const query = useQuery(webhooksQuery(here));
  const [isMaking, setMaking] = useState(false);
  const make = here.may('createWebhook') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('webhooks.new')}
    </Button>
  );
  return (
    <Screen
      title={t('nav.webhooks')}
      lead={t('webhooks.lead')}
      actions={query.data?.length ? make : null}
    >
      <Loaded query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Nothing title={t('webhooks.none.title')} action={make}>
              {t('webhooks.none.words')}
            </Nothing>
          ) : (
            <>
              <Table
                label={t('nav.webhooks')}
                rows={webhooks}
                keyOf={({ id }) => id}
                columns={columnsOf(here.accountId)}
              />
              <Signatures />
            </>
          )
        }
      </Loaded>
      <AsCurl operation="listWebhooks" />
      {isMaking && <NewEndpoint close={() => setMaking(false)} />}
    </Screen>
  );
}

const columnsOf = (accountId: string): Column<Webhook>[] => [
  {
    title: t('webhooks.endpoint'),
    show: ({ id, url, events }) => (
      <>
        <Link to="/$accountId/webhooks/$webhookId" params={{ accountId, webhookId: id }}>
          {url}
        </Link>
        <br />
        <span className="fine">
          <Events events={events} />
        </span>
      </>
    ),
  },
  {
    title: t('webhooks.health'),
    isBelow: true,
    show: (webhook) => (
      <div className={classes.health}>
        <Health webhook={webhook} />
        {webhook.failureCount > 0 && (
          <span className="fine">
            {t('webhooks.failures.count', { count: webhook.failureCount })}
          </span>
        )}
      </div>
    ),
  },
  { title: t('webhooks.recent'), show: ({ recent }) => <Recent recent={recent} /> },
  {
    title: t('webhooks.last'),
    isMinor: true,
    show: (webhook) => (
      <>
        <LastAnswer webhook={webhook} />
        {webhook.lastDeliveryAt !== null && (
          <span className="fine"> · {ago(webhook.lastDeliveryAt)}</span>
        )}
      </>
    ),
  },
];
