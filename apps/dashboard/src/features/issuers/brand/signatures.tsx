import { TextInput } from '@mantine/core';
import classes from './brand.module.css';
import type { BrandForm } from './fields.ts';
import { RemovablePicture } from './removable-picture.tsx';
import { t } from './t.ts';

export function SignatureFieldset({ form }: { form: BrandForm }) {
  return (
    <fieldset className={classes.group}>
      <legend>{t('brand.signatures')}</legend>
      <p className="fine">{t('brand.signatures.hint')}</p>
      {([1, 2] as const).map((n) => (
        <div className="stack" key={n}>
          <div className={classes.pair}>
            <TextInput
              {...form.text(`name${n}`)}
              label={t('brand.signature.name', { n })}
              maxLength={200}
            />
            <TextInput
              {...form.text(`title${n}`)}
              label={t('brand.signature.title', { n })}
              maxLength={200}
            />
          </div>
          <RemovablePicture
            label={t('brand.signature.picture', { n })}
            description={t('brand.signature.picture.hint')}
            ground="light"
            value={form.values[`picture${n}`]}
            error={form.faults[`picture${n}`]}
            onChange={(picture) => form.set(`picture${n}`, picture)}
          />
        </div>
      ))}
    </fieldset>
  );
}
