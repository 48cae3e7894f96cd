import { Button } from '@mantine/core';
import { Picture } from '../../../shared/picture.tsx';
import classes from './brand.module.css';
import { t } from './t.ts';

type Props = Parameters<typeof Picture>[0];

/** An optional picture. */
export function RemovablePicture(props: Props) {
  const { label, value, onChange } = props;
  return (
    <div className={classes.removable}>
      <Picture {...props} />
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
