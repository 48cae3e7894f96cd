import { claimOperations } from '@insignia/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../../messages/en/claims.ts';
import { useAccount } from '../../../shared/account.ts';
import { findBodyErrors } from '../../../shared/body-errors.ts';
import { Dialog } from '../../../shared/confirm-dialog.tsx';
import { useApiForm } from '../../../shared/form.ts';
import { FormFooter } from '../../../shared/form-footer.tsx';
import { showToast } from '../../../shared/toast.tsx';
import { claimsQuery } from './queries.ts';

const initial = { limit: '', expires: '', approval: false, fields: [] as string[] };
type Fields = typeof initial;

const toRequestBody = ({ limit, expires, approval, fields }: Fields) => ({
  ...(limit.trim() !== '' && { limit: Number(limit) }),
  ...(expires.trim() !== '' && { expires: expires.trim() }),
  approval,
  ...(fields.length > 0 && { fields }),
});

type Props = { badgeId: string; fieldNames: readonly string[]; close: () => void };

export function NewClaim({ badgeId, fieldNames, close }: Props) {
  const here = useAccount();
  const queries = useQueryClient();
  const form = useApiForm({
    draft: `${here.accountId}.claim.${badgeId}`,
    initial,
    check: (fields: Fields) =>
      findBodyErrors(claimOperations.createClaim.body, toRequestBody(fields)),
    send: (fields, key) =>
      here.api.claims.create({ badgeId, ...toRequestBody(fields) }, { idempotencyKey: key }),
    done: () => {
      void queries.invalidateQueries(claimsQuery(here, badgeId));
      showToast(t('claims.created'));
      close();
    },
  });
  const { values, getInputProps, setFieldValue } = form;
  const discard = () => {
    form.discard();
    close();
  };
  return (
    <Dialog close={discard} title={t('claims.new')}>
      <form {...form.formProps} className="stack">
        <TextInput
          {...getInputProps('limit')}
          label={t('claims.limit')}
          description={t('claims.limit.hint')}
          inputMode="numeric"
          data-autofocus
        />
        <TextInput
          {...getInputProps('expires')}
          label={t('claims.expires')}
          description={t('claims.expires.hint')}
          type="date"
        />
        <Checkbox
          {...getInputProps('approval', { type: 'checkbox' })}
          label={t('claims.approval')}
          description={t('claims.approval.hint')}
        />
        {fieldNames.length > 0 && (
          <Checkbox.Group
            label={t('claims.fields')}
            value={[...values.fields]}
            onChange={(fields) => setFieldValue('fields', fields)}
            error={form.errors.fields}
          >
            <div className="stack">
              {fieldNames.map((name) => (
                <Checkbox key={name} value={name} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <FormFooter form={form} action={t('claims.create')} cancel={discard} />
      </form>
    </Dialog>
  );
}
