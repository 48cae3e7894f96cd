import { createWebhook, webhookEvents } from '@insignia/contract';
import { Checkbox, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { faultsOf } from '../../shared/faults.ts';
import { useForm } from '../../shared/form.ts';
import { FormEnd } from '../../shared/form-end.tsx';
import { webhooksQuery } from './queries.ts';
import { Secret } from './secret.tsx';
import { t } from './t.ts';
import classes from './webhooks.module.css';

type Made = { id: string; secret: string };

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

const sentOf = ({ url, events, ...chosen }: Fields) => ({
  url: url.trim(),
  ...(events ? {} : { events: webhookEvents.filter((event) => chosen[event]) }),
});

/** Asks for URL and events, then shows the secret once. */
export function NewEndpoint({ close }: { close: () => void }) {
  const { accountId } = useHere();
  const navigate = useNavigate();
  const [made, setMade] = useState<Made>();
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
      {made ? <Secret secret={made.secret} close={leave} /> : <Form close={close} done={setMade} />}
    </Modal>
  );
}

function Form({ close, done }: { close: () => void; done: (made: Made) => void }) {
  const here = useHere();
  const queries = useQueryClient();
  const { form, text, values, set, faults, problem, isBusy, drop } = useForm<Fields, Made>({
    draft: `${here.accountId}.webhook`,
    initial,
    check: (fields) => faultsOf(createWebhook.body, sentOf(fields)),
    send: (fields) => here.api.webhooks.create(sentOf(fields)),
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
      <FormEnd form={{ problem, isBusy }} action={t('webhooks.create')} cancel={cancel} />
    </form>
  );
}
