import { updateIssuer } from '@insignia/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { faultsOf, useForm } from '../../shared/form.ts';
import { LeaveGuard } from '../../shared/leave.tsx';
import { Notice, ProblemNotice } from '../../shared/notice.tsx';
import { type Issuer, issuersQuery } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { tell } from '../../shared/toast.tsx';
import { Changeable, type Fields, Fixed } from './fields.tsx';
import { t } from './t.ts';

/** Only what was changed is sent: of a verified issuer the rest is fixed. */
function changes(issuer: Issuer, { logo, ...words }: Fields): Partial<Fields> {
  const before: Readonly<Record<string, unknown>> = { linkedinOrganizationId: '', ...issuer };
  const changed = Object.entries(words).filter(([name, value]) => value !== before[name]);
  return { ...Object.fromEntries(changed), ...(logo && { logo }) };
}

export function EditIssuer({ issuer }: { issuer: Issuer }) {
  const here = useHere();
  const queries = useQueryClient();
  const issuerId = bareId(issuer.id);
  const { name, url, email, linkedinOrganizationId = '', verified } = issuer;
  const start: Fields = { name, url, email, linkedinOrganizationId, logo: '' };
  const form = useForm({
    draft: `${issuerId}.edit`,
    initial: start,
    check: (fields) => faultsOf(updateIssuer.body, changes(issuer, fields)),
    send: (fields) => here.api.issuers.update({ issuerId, ...changes(issuer, fields) }),
    done: async (_, fields) => {
      await queries.invalidateQueries(issuersQuery(here));
      form.again({ ...fields, logo: '' });
      tell(t('saved'));
    },
  });
  return (
    <form {...form.form} className="sheet stack">
      {verified && <Notice>{t('issuers.fixed')}</Notice>}
      <Fixed text={form.text} isFixed={verified} />
      <Changeable {...form} shown={issuer.logo} />
      <ProblemNotice problem={form.problem} />
      {here.may('updateIssuer') && (
        <div className="actions">
          <Button type="submit" loading={form.isBusy} disabled={!form.isDirty}>
            {t('save')}
          </Button>
        </div>
      )}
      <LeaveGuard isDirty={form.isDirty} drop={form.drop} />
    </form>
  );
}
