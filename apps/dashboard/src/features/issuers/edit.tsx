import { updateIssuer } from '@insignia/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { useForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { OverwriteNotice } from '../../shared/overwrite.tsx';
import { issuersQuery } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import {
  addUrlScheme,
  EditableIssuerFields,
  type IssuerFields,
  IssuerIdentityFields,
} from './fields.tsx';
import { type FullIssuer, issuerQuery } from './queries.ts';
import { t } from './t.ts';

/** Sends only changes: other fields of a verified issuer are fixed. */
function changes(before: IssuerFields, now: IssuerFields): Partial<IssuerFields> {
  const changed = Object.entries({ ...now, url: addUrlScheme(now.url) }).filter(
    ([name, value]) => value !== before[name as keyof IssuerFields],
  );
  return Object.fromEntries(changed);
}

function toFields(issuer: FullIssuer): IssuerFields {
  const { name, url, email, linkedinOrganizationId = '', logo = '' } = issuer;
  return { name, url, email, linkedinOrganizationId, logo };
}

export function EditIssuer({ issuer }: { issuer: FullIssuer }) {
  const here = useAccount();
  const queries = useQueryClient();
  const issuerId = idFromUrl(issuer.id);
  const { verified } = issuer;
  const start = toFields(issuer);
  const form = useForm({
    draft: `${issuerId}.edit`,
    initial: start,
    etag: issuer.etag,
    check: (fields) => findBodyErrors(updateIssuer.body, changes(start, fields)),
    send: (fields, _, ifMatch) =>
      here.api.issuers.update({ issuerId, ...changes(start, fields) }, { ifMatch }),
    done: async () => {
      await queries.invalidateQueries(issuersQuery(here));
      showToast(t('saved'));
    },
  });
  return (
    <form {...form.form} className="sheet stack">
      {!verified && <IssuerIdentityFields text={form.text} />}
      <EditableIssuerFields {...form} />
      <FormFooter
        form={form}
        action={here.may('updateIssuer') && t('save')}
        isSame={!form.isDirty}
      />
      <OverwriteNotice
        form={form}
        query={issuerQuery(here, issuerId)}
        fieldsOf={toFields}
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
