import { updateIssuer } from '@insignia/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { EditForm } from '../../shared/edit-form.tsx';
import { useApiForm } from '../../shared/form.ts';
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
function findChanges(before: IssuerFields, now: IssuerFields): Partial<IssuerFields> {
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
  const current = toFields(issuer);
  const form = useApiForm({
    draft: `${issuerId}.edit`,
    initial: current,
    etag: issuer.etag,
    check: (fields) => findBodyErrors(updateIssuer.body, findChanges(current, fields)),
    send: (fields, _, ifMatch) =>
      here.api.issuers.update({ issuerId, ...findChanges(current, fields) }, { ifMatch }),
    done: async () => {
      await queries.invalidateQueries(issuersQuery(here));
      showToast(t('saved'));
    },
  });
  return (
    <EditForm
      form={form}
      query={issuerQuery(here, issuerId)}
      toFields={toFields}
      labels={{
        name: t('issuers.name'),
        url: t('issuers.website'),
        email: t('issuers.email'),
        logo: t('issuers.logo'),
        linkedinOrganizationId: t('issuers.linkedin'),
      }}
      pictures={['logo']}
      isAllowed={here.may('updateIssuer')}
    >
      {!issuer.verified && <IssuerIdentityFields form={form} />}
      <EditableIssuerFields form={form} />
    </EditForm>
  );
}
