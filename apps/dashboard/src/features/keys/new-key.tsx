import { createKey, operations } from '@insignia/contract';
import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { t } from '../../messages/en/keys.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { NewSecretDialog, OneTimeSecret } from '../../shared/one-time-secret.tsx';
import { keysQuery } from '../../shared/queries.ts';

type Scope = z.output<typeof createKey.body>['scope'];

const initial = { name: '', scope: 'write' as Scope };

export function NewKey({ close }: { close: () => void }) {
  const here = useAccount();
  const queries = useQueryClient();
  return (
    <NewSecretDialog
      title={t('keys.new')}
      secretTitle={t('keys.secret.title')}
      action={t('keys.create')}
      close={close}
      options={{
        draft: `${here.accountId}.key`,
        initial,
        check: (fields) => findBodyErrors(createKey.body, fields),
        send: (fields) => here.api.keys.create(fields),
        done: () => void queries.invalidateQueries(keysQuery(here)),
      }}
      fields={({ getInputProps }) => (
        <>
          <TextInput
            {...getInputProps('name')}
            label={t('keys.name')}
            description={t('keys.name.hint')}
            data-autofocus
            required
          />
          <Select
            {...getInputProps('scope')}
            label={t('keys.scope')}
            data={[
              { value: 'write', label: t('keys.scope.write') },
              { value: 'read', label: t('keys.scope.read') },
            ]}
            allowDeselect={false}
          />
        </>
      )}
      showSecret={({ key }, leave) => <NewKeySecret value={key} close={leave} />}
    />
  );
}

function NewKeySecret({ value, close }: { value: string; close: () => void }) {
  const curl = `curl '${location.origin}${operations.listIssuers.path}' -H 'X-Api-Key: ${value}'`;
  return (
    <OneTimeSecret
      description={t('keys.secret.words')}
      secret={value}
      testId="new-key"
      close={close}
    >
      <div>
        <p className="fine">{t('keys.secret.try')}</p>
        <pre>{curl}</pre>
        <CopyButton text={curl} label={t('keys.secret.copyCurl')} size="compact-sm" />
      </div>
    </OneTimeSecret>
  );
}
