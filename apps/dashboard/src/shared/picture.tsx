import { IconPhotoUp } from '@tabler/icons-react';
import { type ChangeEvent, useId, useState } from 'react';
import classes from './picture.module.css';
import { dataOf, faultOf } from './picture-file.ts';
import { sourceOf } from './picture-source.ts';
import { t } from './t.ts';

type Props = {
  label: string;
  description?: string;
  /** A URL, or base64 as the service takes it. */
  value: string | undefined;
  error: string | undefined;
  onChange: (base64: string) => void;
};

/** Takes a picture by choosing or dropping, and shows it. */
export function Picture({ label, description = t('picture.hint'), value, error, onChange }: Props) {
  const id = useId();
  const [own, setOwn] = useState<string>();
  const fault = own ?? error;
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (!file) return;
    const found = await faultOf(file);
    setOwn(found);
    if (!found) onChange(await dataOf(file));
  };
  const source = value && sourceOf(value);
  return (
    <div className={classes.picture}>
      <div className={classes.drop}>
        {source ? (
          <img src={source} alt={t('picture.alt')} />
        ) : (
          <IconPhotoUp size={32} stroke={1.4} aria-hidden />
        )}
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg"
          aria-label={label}
          aria-describedby={`${id}-hint`}
          aria-invalid={fault ? true : undefined}
          onChange={(event) => void choose(event)}
        />
      </div>
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="fine">
          {description}
        </p>
        {fault && <p className={classes.fault}>{fault}</p>}
      </div>
    </div>
  );
}
