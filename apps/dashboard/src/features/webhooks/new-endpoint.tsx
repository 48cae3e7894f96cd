import { createWebhook, webhookEvents } from '@insignia/contract';
import { Checkbox, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { useForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { webhooksQuery } from './queries.ts';
import { WebhookSecret } from './secret.tsx';
import { t } from './t.ts';
import classes from './webhooks.module.css';

type CreatedEndpoint = { id: string; secret: string };

const initial = {
  url: '',
  events: true,
  'credential.issued': false,
  'credential.delivered': false,
  'credential.revoked': false,
  'credential.viewed': false,
} as const satisfies Record<(typeof webhookEvents)[number] | 'url' | 'events', string | boolean>;
type Fields = {
  [F in keyof typeof initial]: (typeof initial)[F] extends string ? string : boolean;
};

const toRequestBody = ({ url, events, ...chosen }: Fields) => ({
  url: url.trim(),
  ...(events ? {} : { events: webhookEvents.filter((event) => chosen[event]) }),
});

/** Asks for URL and events, then shows the secret once. */
export function NewEndpoint({ close }: { close: () => void }) {
  const { accountId } = useAccount();
  const navigate = useNavigate();
  const [made, setMade] = useState<CreatedEndpoint>();
  const leave = () => {
    close();
    if (!made) return;
    const params = { accountId, webhookId: made.id };
    void navigate({ to: '/$accountId/webhooks/$webhookId', params });
  };
  return (
    <Modal
      opened
      onClose={leave}
      title={made ? t('webhooks.secret.title') : t('webhooks.new')}
      // A click outside must not lose a secret that is shown once.
      closeOnClickOutside={made === undefined}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {made ? (
        <WebhookSecret secret={made.secret} close={leave} />
      ) : (
        <Form close={close} done={setMade} />
      )}
    </Modal>
  );
}

function Form({ close, done }: { close: () => void; done: (made: CreatedEndpoint) => void }) {
  const here = useAccount();
  const queries = useQueryClient();
  const { form, text, values, set, faults, problem, isBusy, drop } = useForm<
    Fields,
    CreatedEndpoint
  >({
    draft: `${here.accountId}.webhook`,
    initial,
    check: (fields) => findBodyErrors(createWebhook.body, toRequestBody(fields)),
    send: (fields) => here.api.webhooks.create(toRequestBody(fields)),
    done: (made) => {
      done(made);
      void queries.invalidateQueries(webhooksQuery(here));
    },
  });
  const cancel = () => {
    drop();
    close();
  };
  return (
    <form {...form} className="stack">
      <TextInput
        {...text('url')}
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
          label={t('webhooks.events.all')}
          checked={values.events}
          error={faults.events}
          onChange={({ currentTarget }) => set('events', currentTarget.checked)}
        />
        {!values.events &&
          webhookEvents.map((event) => (
            <Checkbox
              key={event}
              label={event}
              description={t(`webhooks.event.${event}`)}
              checked={values[event]}
              onChange={({ currentTarget }) => set(event, currentTarget.checked)}
            />
          ))}
      </fieldset>
      <FormFooter form={{ problem, isBusy }} action={t('webhooks.create')} cancel={cancel} />
    </form>
  );
}
