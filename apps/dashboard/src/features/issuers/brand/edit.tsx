import { updateBrand } from '@insignia/contract';
import { Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../shared/account.ts';
import { findBodyErrors } from '../../../shared/body-errors.ts';
import { EditForm } from '../../../shared/edit-form.tsx';
import { useApiForm } from '../../../shared/form.ts';
import { createLazyPart } from '../../../shared/lazy-part.tsx';
import { showToast } from '../../../shared/toast.tsx';
import classes from './brand.module.css';
import {
  BrandTextFields,
  CertificateFields,
  ColorFields,
  SearchEngineField,
  SignatureFields,
} from './field-groups.tsx';
import {
  type BrandFields,
  type IssuerBrand,
  mapFieldNames,
  toBrandBody,
  toBrandFields,
} from './fields.ts';
import { brandFieldLabels, formatBrandValue } from './format-brand-value.ts';
import { BrandPreview } from './preview.tsx';
import { brandQuery } from './queries.ts';
import { t } from './t.ts';

const Samples = createLazyPart(async () => (await import('./samples.tsx')).BrandSamples);

type Props = { brand: IssuerBrand; issuerId: string; name: string };

/** The brand form with a preview beside it, or one click away on small screens. */
export function EditBrand({ brand, issuerId, name }: Props) {
  const here = useAccount();
  const queries = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  const inForm = (path: string, fields: BrandFields) => mapFieldNames(fields)[path] ?? path;
  const form = useApiForm({
    draft: `${issuerId}.brand`,
    initial: toBrandFields(brand),
    etag: brand.etag,
    check: (fields) =>
      findBodyErrors(updateBrand.body, toBrandBody(fields)).map(({ path, message }) => ({
        path: inForm(path, fields),
        message,
      })),
    send: (fields, _, ifMatch) =>
      here.api.issuers.updateBrand({ issuerId, ...toBrandBody(fields) }, { ifMatch }),
    fieldOf: {
      ...{ 'signatures.0.name': 'name1', 'signatures.0.title': 'title1' },
      ...{ 'signatures.0.picture': 'picture1', 'signatures.1.name': 'name2' },
      ...{ 'signatures.1.title': 'title2', 'signatures.1.picture': 'picture2' },
    },
    done: (saved) => {
      queries.setQueryData(brandQuery(here, issuerId).queryKey, saved);
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
          pictures={['logoDark', 'picture1', 'picture2']}
          format={formatBrandValue}
          isAllowed={here.may('updateBrand')}
          staysInSight
          besideButtons={
            <Button
              variant="default"
              className={classes.look ?? ''}
              onClick={() => setLooking(true)}
            >
              {t('brand.preview')}
            </Button>
          }
        >
          <ColorFields form={form} issuerId={issuerId} />
          <CertificateFields form={form} />
          <SignatureFields form={form} />
          <BrandTextFields form={form} />
          <SearchEngineField form={form} />
        </EditForm>
        <div className={classes.aside}>{preview}</div>
      </div>
      <Modal
        opened={isLooking}
        onClose={() => setLooking(false)}
        title={t('brand.preview')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {preview}
      </Modal>
      <Samples form={form} issuerId={issuerId} />
    </>
  );
}
