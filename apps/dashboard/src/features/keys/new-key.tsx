import { createKey, operations } from '@insignia/contract';
import { Modal, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { OneTimeSecret } from '../../shared/one-time-secret.tsx';
import { keysQuery, type Scope } from './queries.ts';
import { t } from './t.ts';

const initial = { name: '', scope: 'write' as Scope };

/** Asks for a name, then shows the key once. */
export function NewKey({ close }: { close: () => void }) {
  const [key, setKey] = useState<string>();
  return (
    <Modal
      opened
      onClose={close}
      title={key ? t('keys.secret.title') : t('keys.new')}
      // A click outside must not lose a key that is shown once.
      closeOnClickOutside={key === undefined}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {key ? <Made value={key} close={close} /> : <Form close={close} made={setKey} />}
    </Modal>
  );
}

function Form({ close, made }: { close: () => void; made: (key: string) => void }) {
  const here = useAccount();
  const queries = useQueryClient();
  const { form, text, values, set, faults, problem, isBusy, drop } = useForm({
    draft: `${here.accountId}.key`,
    initial,
    check: (fields) => findBodyErrors(createKey.body, fields),
    send: (fields) => here.api.keys.create(fields),
    done: ({ key }) => {
      made(key);
      void queries.invalidateQueries(keysQuery(here));
    },
  });
  const cancel = () => {
    drop();
    close();
  };
  return (
    <form {...form} className="stack">
      <TextInput
        {...text('name')}
        label={t('keys.name')}
        description={t('keys.name.hint')}
        data-autofocus
        required
      />
      <Select
        label={t('keys.scope')}
        data={[
          { value: 'write', label: t('keys.scope.write') },
          { value: 'read', label: t('keys.scope.read') },
        ]}
        value={values.scope}
        error={faults.scope}
        allowDeselect={false}
        onChange={(scope) => scope && set('scope', scope as Scope)}
      />
      <FormFooter form={{ problem, isBusy }} action={t('keys.create')} cancel={cancel} />
    </form>
  );
}

function Made({ value, close }: { value: string; close: () => void }) {
  const curl = `curl '${location.origin}${operations.listIssuers.path}' -H 'X-Api-Key: ${value}'`;
  return (
    <OneTimeSecret words={t('keys.secret.words')} secret={value} testId="new-key" close={close}>
      <div>
        <p className="fine">{t('keys.secret.try')}</p>
        <pre>{curl}</pre>
        <CopyButton text={curl} label={t('keys.secret.copyCurl')} size="compact-sm" />
      </div>
    </OneTimeSecret>
  );
}
