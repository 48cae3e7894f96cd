import { Button } from '@mantine/core';
import { PictureField } from '../../../shared/picture-field.tsx';
import classes from './brand.module.css';
import { t } from './t.ts';

type Props = Parameters<typeof PictureField>[0];

/** An optional picture. */
export function RemovablePicture(props: Props) {
  const { label, value, onChange } = props;
  return (
    <div className={classes.removable}>
      <PictureField {...props} />
      {value && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('brand.remove.what', { what: label })}
          onClick={() => onChange('')}
        >
          {t('brand.remove')}
        </Button>
      )}
    </div>
  );
}
