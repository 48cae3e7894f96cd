import { certificateStyles, orientations, papers } from '@insignia/contract';
import { Select } from '@mantine/core';
import classes from './brand.module.css';
import type { BrandForm } from './fields.ts';
import { t } from './t.ts';

export function CertificateFields({ form }: { form: BrandForm }) {
  const { values, faults, set } = form;
  return (
    <fieldset className={classes.group}>
      <legend>{t('brand.certificates')}</legend>
      <Select
        label={t('brand.style')}
        data={certificateStyles.map((value) => ({ value, label: t(`brand.style.${value}`) }))}
        value={values.certificateStyle}
        error={faults.certificateStyle}
        allowDeselect={false}
        onChange={(style) => style && set('certificateStyle', style)}
      />
      <div className={classes.pair}>
        <Select
          label={t('brand.orientation')}
          data={orientations.map((value) => ({ value, label: t(`brand.orientation.${value}`) }))}
          value={values.orientation}
          error={faults.orientation}
          allowDeselect={false}
          onChange={(orientation) => orientation && set('orientation', orientation)}
        />
        <Select
          label={t('brand.paper')}
          data={papers.map((value) => ({ value, label: t(`brand.paper.${value}`) }))}
          value={values.paper}
          error={faults.paper}
          allowDeselect={false}
          onChange={(paper) => paper && set('paper', paper)}
        />
      </div>
    </fieldset>
  );
}
