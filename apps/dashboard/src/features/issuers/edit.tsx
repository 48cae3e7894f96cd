import { updateIssuer } from '@insignia/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { faultsOf } from '../../shared/faults.ts';
import { useForm } from '../../shared/form.ts';
import { FormEnd } from '../../shared/form-end.tsx';
import { LeaveGuard } from '../../shared/leave.tsx';
import { Overwrite } from '../../shared/overwrite.tsx';
import { issuersQuery } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { tell } from '../../shared/toast.tsx';
import { Changeable, type Fields, Named, withScheme } from './fields.tsx';
import { issuerQuery, type OneIssuer } from './queries.ts';
import { t } from './t.ts';

/** Sends only changes: other fields of a verified issuer are fixed. */
function changes(before: Fields, now: Fields): Partial<Fields> {
  const changed = Object.entries({ ...now, url: withScheme(now.url) }).filter(
    ([name, value]) => value !== before[name as keyof Fields],
  );
  return Object.fromEntries(changed);
}

function fieldsOf(issuer: OneIssuer): Fields {
  const { name, url, email, linkedinOrganizationId = '', logo = '' } = issuer;
  return { name, url, email, linkedinOrganizationId, logo };
}

export function EditIssuer({ issuer }: { issuer: OneIssuer }) {
  const here = useHere();
  const queries = useQueryClient();
  const issuerId = bareId(issuer.id);
  const { verified } = issuer;
  const start = fieldsOf(issuer);
  const form = useForm({
    draft: `${issuerId}.edit`,
    initial: start,
    etag: issuer.etag,
    check: (fields) => faultsOf(updateIssuer.body, changes(start, fields)),
    send: (fields, _, ifMatch) =>
      here.api.issuers.update({ issuerId, ...changes(start, fields) }, { ifMatch }),
    done: async () => {
      await queries.invalidateQueries(issuersQuery(here));
      tell(t('saved'));
    },
  });
  return (
    <form {...form.form} className="sheet stack">
      {!verified && <Named text={form.text} />}
      <Changeable {...form} />
      <FormEnd form={form} action={here.may('updateIssuer') && t('save')} isSame={!form.isDirty} />
      <Overwrite
        form={form}
        query={issuerQuery(here, issuerId)}
        fieldsOf={fieldsOf}
        labels={{
          name: t('issuers.name'),
          url: t('issuers.website'),
          email: t('issuers.email'),
          logo: t('issuers.logo'),
          linkedinOrganizationId: t('issuers.linkedin'),
        }}
        pictures={['logo']}
      />
      <LeaveGuard isDirty={form.isDirty} drop={form.drop} />
    </form>
  );
}
