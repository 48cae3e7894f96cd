import { createIssuer } from '@insignia/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import {
  EditableIssuerFields,
  emptyIssuer,
  IssuerIdentityFields,
  toIssuerBody,
} from './fields.tsx';
import { t } from './t.ts';

export function NewIssuer() {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useApiForm({
    draft: `${accountId}.issuer`,
    initial: emptyIssuer,
    check: (fields) => findBodyErrors(createIssuer.body, toIssuerBody(fields)),
    send: (fields) => api.issuers.create(toIssuerBody(fields)),
    done: async ({ issuerId }) => {
      await queries.invalidateQueries({ queryKey: [accountId] });
      await navigate({
        to: '/$accountId/issuers/$issuerId',
        params: { accountId, issuerId: idFromUrl(issuerId) },
      });
    },
  });
  return (
    <Screen
      title={t('issuers.new')}
      above={
        <Link to="/$accountId/issuers" params={{ accountId }}>
          {t('nav.issuers')}
        </Link>
      }
      lead={t('issuers.new.lead')}
      narrow
    >
      <form {...form.formProps} className="sheet stack">
        <IssuerIdentityFields form={form} />
        <EditableIssuerFields form={form} />
        <FormFooter form={form} action={t('issuers.create')} />
      </form>
      <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
    </Screen>
  );
}
