import { updateBrand } from '@insignia/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../../messages/en/brand.ts';
import { useAccount } from '../../../shared/account.ts';
import { findBodyErrors } from '../../../shared/body-errors.ts';
import { IssuedChoice, trackUpdate } from '../../../shared/choices.tsx';
import { Dialog } from '../../../shared/confirm-dialog.tsx';
import { CurlExample } from '../../../shared/curl-example.tsx';
import { useDesignNames } from '../../../shared/design-select.tsx';
import { EditForm } from '../../../shared/edit-form.tsx';
import { useApiForm } from '../../../shared/form.ts';
import { createLazyPart } from '../../../shared/lazy-part.tsx';
import { brandQuery, certificatesQuery, issuerIssuedQuery } from '../../../shared/queries.ts';
import { QueryContent } from '../../../shared/query-content.tsx';
import { Screen } from '../../../shared/screen.tsx';
import { showToast } from '../../../shared/toast.tsx';
import { issuerQuery } from '../queries.ts';
import classes from './brand.module.css';
import {
  BrandTextFields,
  CertificateFields,
  ColorFields,
  SearchEngineField,
  SignatureFields,
} from './field-groups.tsx';
import {
  brandFieldLabels,
  formatBrandValue,
  type IssuerBrand,
  mapFieldNames,
  toBrandBody,
  toBrandFields,
} from './fields.ts';
import { BrandPreview } from './preview.tsx';

const route = getRouteApi('/$accountId/issuers/$issuerId/brand');

const Samples = createLazyPart(async () => (await import('./samples.tsx')).BrandSamples);

export function BrandScreen() {
  const here = useAccount();
  const { accountId } = here;
  const { issuerId } = route.useParams();
  const issuer = useQuery(issuerQuery(here, issuerId));
  const query = useQuery(brandQuery(here, issuerId));
  const name = issuer.data?.name ?? '';
  return (
    <Screen
      title={t('brand.title')}
      above={
        <Link to="/$accountId/issuers/$issuerId" params={{ accountId, issuerId }}>
          {name || t('nav.issuers')}
        </Link>
      }
      lead={name && t('brand.lead', { name })}
    >
      <QueryContent query={query}>
        {(brand) => <EditBrand key={issuerId} brand={brand} issuerId={issuerId} name={name} />}
      </QueryContent>
      <CurlExample operation="updateBrand" args={{ issuerId, accentColor: '#8a1538' }} />
    </Screen>
  );
}

type Props = { brand: IssuerBrand; issuerId: string; name: string };

/** The brand form with a preview beside it, or one click away on small screens. */
function EditBrand({ brand, issuerId, name }: Props) {
  const here = useAccount();
  const queries = useQueryClient();
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const designs = useDesignNames(issuerId);
  const form = useApiForm({
    draft: `${issuerId}.brand`,
    initial: toBrandFields(brand),
    etag: brand.etag,
    check: (fields) =>
      findBodyErrors(updateBrand.body, toBrandBody(fields)).map(({ path, message }) => ({
        path: mapFieldNames(fields)[path] ?? path,
        message,
      })),
    send: (fields, _, ifMatch) =>
      here.api.issuers.updateBrand(
        { issuerId, ...toBrandBody(fields), ...(fields.applyToIssued && { applyToIssued: true }) },
        { ifMatch },
      ),
    fieldOf: {
      ...{ 'signatures.0.name': 'name1', 'signatures.0.title': 'title1' },
      ...{ 'signatures.0.picture': 'picture1', 'signatures.1.name': 'name2' },
      ...{ 'signatures.1.title': 'title2', 'signatures.1.picture': 'picture2' },
      ...{ 'signatures.2.name': 'name3', 'signatures.2.title': 'title3' },
      'signatures.2.picture': 'picture3',
    },
    done: ({ jobId, ...saved }) => {
      trackUpdate(here.accountId, jobId, name);
      if (jobId) form.setFieldValue('applyToIssued', false);
      queries.setQueryData(brandQuery(here, issuerId).queryKey, saved);
      // The list of designs shows which one is the default.
      void queries.invalidateQueries({ queryKey: certificatesQuery(here, issuerId).queryKey });
      showToast(t('brand.saved'));
    },
  });
  const preview = (
    <BrandPreview fields={form.values} issuerId={issuerId} logo={brand.logo} name={name} />
  );
  return (
    <>
      <div className={classes.beside}>
        <EditForm
          form={form}
          query={brandQuery(here, issuerId)}
          toFields={toBrandFields}
          labels={brandFieldLabels}
          pictures={['logoDark', 'picture1', 'picture2', 'picture3']}
          format={(field, value) =>
            field === 'cardId'
              ? (designs.get(value)?.name ?? t('brand.card.usual'))
              : formatBrandValue(field, value)
          }
          isAllowed={here.may('updateBrand')}
          staysInSight
          besideButtons={
            <Button
              variant="default"
              className={classes.look ?? ''}
              onClick={() => setPreviewOpen(true)}
            >
              {t('brand.preview')}
            </Button>
          }
        >
          <ColorFields form={form} issuerId={issuerId} />
          <CertificateFields form={form} issuerId={issuerId} />
          <SignatureFields form={form} />
          <BrandTextFields form={form} />
          <SearchEngineField form={form} />
          {here.may('updateBrand') && (
            <IssuedChoice
              query={issuerIssuedQuery(here, issuerId)}
              isUpdating={form.values.applyToIssued}
              choose={(isUpdating) => form.setFieldValue('applyToIssued', isUpdating)}
            />
          )}
        </EditForm>
        <div className={classes.aside}>{preview}</div>
      </div>
      <Dialog opened={isPreviewOpen} close={() => setPreviewOpen(false)} title={t('brand.preview')}>
        {preview}
      </Dialog>
      <Samples form={form} issuerId={issuerId} />
    </>
  );
}
