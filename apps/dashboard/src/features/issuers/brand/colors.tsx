import { createShades } from '@insignia/tokens/shades';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAccount } from '../../../shared/account.ts';
import classes from './brand.module.css';
import type { BrandForm } from './fields.ts';
import { RemovablePicture } from './removable-picture.tsx';
import { isColor } from './shades.ts';
import { t } from './t.ts';

export function ColorFields({ form, issuerId }: { form: BrandForm; issuerId: string }) {
  const { accountId } = useAccount();
  const { accentColor } = form.values;
  const known = isColor(accentColor) ? accentColor.toLowerCase() : undefined;
  return (
    <>
      <div className={classes.color}>
        <TextInput
          {...form.text('accentColor')}
          label={t('brand.color')}
          description={t('brand.color.hint')}
          maxLength={7}
          spellCheck={false}
          required
        />
        <input
          type="color"
          aria-label={t('brand.color.pick')}
          value={known ?? '#000000'}
          onChange={({ currentTarget }) => form.set('accentColor', currentTarget.value)}
        />
      </div>
      {known && (
        <p className="fine" role="status">
          {usedAs(known)}
        </p>
      )}
      <RemovablePicture
        label={t('brand.logoDark')}
        description={t('brand.logoDark.hint')}
        ground="dark"
        value={form.values.logoDark}
        error={form.faults.logoDark}
        onChange={(picture) => form.set('logoDark', picture)}
      />
      <p className="fine">
        {t('brand.logo.elsewhere')}{' '}
        <Link to="/$accountId/issuers/$issuerId" params={{ accountId, issuerId }}>
          {t('brand.logo.change')}
        </Link>
      </p>
    </>
  );
}

function usedAs(color: string): string {
  const { onLight, onDark } = createShades(color);
  if (onLight === color && onDark === color) return t('brand.color.asIs');
  return t('brand.color.used', { onLight, onDark });
}
