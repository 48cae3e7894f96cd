import { IconPhotoUp } from '@tabler/icons-react';
import { type ChangeEvent, useId, useMemo, useRef, useState } from 'react';
import classes from './picture-field.module.css';
import { getPictureSource, readPictureFile } from './picture-file.ts';
import { t } from './t.ts';

export type PictureSize = { width: number; height: number };
type Props = {
  label: string;
  description?: string;
  /** A URL, or base64. */
  value: string | undefined;
  error: string | undefined;
  onChange: (base64: string) => void;
  /** Background, independent of the theme. Defaults to that of fields. */
  background?: 'light' | 'dark';
  /** Advice about the size. The picture is accepted regardless. */
  advise?: (size: PictureSize) => string | undefined;
};

export function PictureField(props: Props) {
  const {
    label,
    description = t('picture.hint'),
    value,
    error,
    onChange,
    background,
    advise,
  } = props;
  const id = useId();
  const [own, setOwn] = useState<{ error: string; value: string | undefined }>();
  const last = useRef<File>(undefined);
  // An error of a file is outdated once the value changes, for example by a rendered design.
  const message = own && own.value === value ? own.error : error;
  const choose = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0];
    if (!file) return;
    last.current = file;
    const found = await readPictureFile(file);
    // Another file was chosen meanwhile.
    if (last.current !== file) return;
    if ('image' in found) {
      setOwn(undefined);
      return onChange(found.image);
    }
    setOwn({ error: found.error, value });
    // Otherwise choosing the corrected file again would fire no event.
    input.value = '';
  };
  // Memoized, because a picture may have megabytes and the form renders on every keystroke.
  const source = useMemo(() => value && getPictureSource(value), [value]);
  const [seen, setSeen] = useState<PictureSize & { source: string }>();
  const advice = seen && seen.source === source ? advise?.(seen) : undefined;
  const described = ['hint', advice && 'advice', message && 'error'].filter(Boolean);
  return (
    <div className={classes.picture}>
      <div className={classes.drop} data-background={value ? background : undefined}>
        {source ? (
          <img
            src={source}
            alt={t('picture.alt')}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSeen({ source, width, height })
            }
          />
        ) : (
          <IconPhotoUp size={32} stroke={1.4} aria-hidden />
        )}
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg"
          aria-label={label}
          aria-describedby={described.map((part) => `${id}-${part}`).join(' ')}
          aria-invalid={message ? true : undefined}
          onChange={(event) => void choose(event)}
        />
      </div>
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="fine">
          {description}
        </p>
        <p id={`${id}-advice`} role="status" className={classes.advice}>
          {advice}
        </p>
        {message && (
          <p id={`${id}-error`} role="alert" className={classes.error}>
            {message}
          </p>
        )}
      </div>
    </div>
  );
}
