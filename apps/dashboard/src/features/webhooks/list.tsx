import { createWebhook, deliveredEvents } from '@insignia/contract';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/webhooks.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import type { ApiForm } from '../../shared/form.ts';
import { formatRelativeTime } from '../../shared/format.ts';
import { NewSecretDialog, OneTimeSecret } from '../../shared/one-time-secret.tsx';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import { HealthLabel, LastResponse, SubscribedEvents } from './endpoint-labels.tsx';
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

const initial = { url: '', hasAllEvents: true, events: [] as string[] };
type EndpointValues = typeof initial;

const toRequestBody = ({ url, hasAllEvents, events }: EndpointValues) => ({
  url: url.trim(),
  ...(!hasAllEvents && { events: deliveredEvents.filter((event) => events.includes(event)) }),
});

function NewEndpoint({ close }: { close: () => void }) {
  const here = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <NewSecretDialog
      title={t('webhooks.new')}
      secretTitle={t('webhooks.secret.title')}
      action={t('webhooks.create')}
      options={{
        draft: `${here.accountId}.webhook`,
        initial,
        check: (fields) => findBodyErrors(createWebhook.body, toRequestBody(fields)),
        send: (fields, idempotencyKey) =>
          here.api.webhooks.create(toRequestBody(fields), { idempotencyKey }),
        done: () => void queries.invalidateQueries(webhooksQuery(here)),
      }}
      close={(created) => {
        close();
        if (!created) return;
        const params = { accountId: here.accountId, webhookId: created.id };
        void navigate({ to: '/$accountId/webhooks/$webhookId', params });
      }}
      fields={(form) => <EndpointFields form={form} />}
      showSecret={({ secret }, leave) => (
        <OneTimeSecret
          description={t('webhooks.secret.words')}
          secret={secret}
          testId="webhook-secret"
          close={leave}
        />
      )}
    />
  );
}

function EndpointFields({ form }: { form: ApiForm<EndpointValues> }) {
  const { values, errors, getInputProps, setFieldValue } = form;
  const { events } = values;
  return (
    <>
      <TextInput
        {...getInputProps('url')}
        label={t('webhooks.url')}
        description={t('webhooks.url.hint')}
        placeholder="https://"
        type="url"
        data-autofocus
        required
      />
      <fieldset className={classes.events}>
        <legend>{t('webhooks.events')}</legend>
        <Checkbox
          {...getInputProps('hasAllEvents', { type: 'checkbox' })}
          label={t('webhooks.events.all')}
          error={errors.events}
        />
        {!values.hasAllEvents &&
          deliveredEvents.map((event) => (
            <Checkbox
              key={event}
              label={event}
              description={t(`webhooks.event.${event}`)}
              checked={events.includes(event)}
              onChange={({ currentTarget }) =>
                setFieldValue(
                  'events',
                  currentTarget.checked
                    ? [...events, event]
                    : events.filter((chosen) => chosen !== event),
                )
              }
            />
          ))}
      </fieldset>
    </>
  );
}
