import { createWebhook, deliveredEvents } from '@insignia/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../../messages/en/webhooks.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import type { ApiForm } from '../../shared/form.ts';
import { NewSecretDialog, OneTimeSecret } from '../../shared/one-time-secret.tsx';
import { webhooksQuery } from './queries.ts';
import classes from './webhooks.module.css';

const initial = { url: '', hasAllEvents: true, events: [] as string[] };
type Fields = typeof initial;

const toRequestBody = ({ url, hasAllEvents, events }: Fields) => ({
  url: url.trim(),
  ...(!hasAllEvents && { events: deliveredEvents.filter((event) => events.includes(event)) }),
});

export function NewEndpoint({ close }: { close: () => void }) {
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

function EndpointFields({ form }: { form: ApiForm<Fields> }) {
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
