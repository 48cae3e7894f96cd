import { updateBrand } from '@insignia/contract';
import { Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHere } from '../../../shared/account.ts';
import { faultsOf } from '../../../shared/faults.ts';
import { useForm } from '../../../shared/form.ts';
import { FormEnd } from '../../../shared/form-end.tsx';
import { LeaveGuard } from '../../../shared/leave.tsx';
import { Overwrite } from '../../../shared/overwrite.tsx';
import { partOf } from '../../../shared/part.tsx';
import { tell } from '../../../shared/toast.tsx';
import classes from './brand.module.css';
import { Certificates } from './certificates.tsx';
import { Colors } from './colors.tsx';
import { type Brand, bodyOf, type Fields, fieldNames, fieldsOf } from './fields.ts';
import { Preview } from './preview.tsx';
import { brandQuery } from './queries.ts';
import { labels, said } from './said.ts';
import { SearchEngines } from './search-engines.tsx';
import { Signatures } from './signatures.tsx';
import { t } from './t.ts';
import { Words } from './words.tsx';

const Samples = partOf(async () => (await import('./samples.tsx')).Samples);

type Props = { brand: Brand; issuerId: string; name: string };

/** The brand form with a preview beside it, or one click away on small screens. */
export function EditBrand({ brand, issuerId, name }: Props) {
  const here = useHere();
  const queries = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  const inForm = (path: string, fields: Fields) => fieldNames(fields)[path] ?? path;
  const form = useForm({
    draft: `${issuerId}.brand`,
    initial: fieldsOf(brand),
    etag: brand.etag,
    check: (fields) =>
      faultsOf(updateBrand.body, bodyOf(fields)).map(({ path, message }) => ({
        path: inForm(path, fields),
        message,
      })),
    send: (fields, _, ifMatch) =>
      here.api.issuers.updateBrand({ issuerId, ...bodyOf(fields) }, { ifMatch }),
    fieldOf: {
      ...{ 'signatures.0.name': 'name1', 'signatures.0.title': 'title1' },
      ...{ 'signatures.0.picture': 'picture1', 'signatures.1.name': 'name2' },
      ...{ 'signatures.1.title': 'title2', 'signatures.1.picture': 'picture2' },
    },
    done: (saved) => {
      queries.setQueryData(brandQuery(here, issuerId).queryKey, saved);
      tell(t('brand.saved'));
    },
  });
  const preview = (
    <Preview fields={form.values} issuerId={issuerId} logo={brand.logo} name={name} />
  );
  return (
    <>
      <div className={classes.beside}>
        <form {...form.form} className="sheet stack">
          <Colors form={form} issuerId={issuerId} />
          <Certificates form={form} />
          <Signatures form={form} />
          <Words form={form} />
          <SearchEngines form={form} />
          <FormEnd
            form={form}
            action={here.may('updateBrand') && t('save')}
            isSame={!form.isDirty}
            staysInSight
          >
            <Button
              variant="default"
              className={classes.look ?? ''}
              onClick={() => setLooking(true)}
            >
              {t('brand.preview')}
            </Button>
          </FormEnd>
        </form>
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
      <Overwrite
        form={form}
        query={brandQuery(here, issuerId)}
        fieldsOf={fieldsOf}
        labels={labels}
        pictures={['logoDark', 'picture1', 'picture2']}
        say={said}
      />
      <LeaveGuard isDirty={form.isDirty} drop={form.drop} />
    </>
  );
}
