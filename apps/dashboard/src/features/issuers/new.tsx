import { createIssuer } from '@insignia/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { faultsOf } from '../../shared/faults.ts';
import { useForm } from '../../shared/form.ts';
import { FormEnd } from '../../shared/form-end.tsx';
import { LeaveGuard } from '../../shared/leave.tsx';
import { bareId } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { Changeable, initial, Named, sentOf } from './fields.tsx';
import { t } from './t.ts';

export function NewIssuer() {
  const { accountId, api } = useHere();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    draft: `${accountId}.issuer`,
    initial,
    check: (fields) => faultsOf(createIssuer.body, sentOf(fields)),
    send: (fields) => api.issuers.create(sentOf(fields)),
    done: async ({ issuerId }) => {
      await queries.invalidateQueries({ queryKey: [accountId] });
      await navigate({
        to: '/$accountId/issuers/$issuerId',
        params: { accountId, issuerId: bareId(issuerId) },
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
      <form {...form.form} className="sheet stack">
        <Named text={form.text} />
        <Changeable {...form} />
        <FormEnd form={form} action={t('issuers.create')} />
      </form>
      <LeaveGuard isDirty={form.isDirty} drop={form.drop} />
    </Screen>
  );
}
