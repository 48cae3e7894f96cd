import { IconPhotoUp } from '@tabler/icons-react';
import { type ChangeEvent, useId, useState } from 'react';
import classes from './picture.module.css';
import { sourceOf } from './picture-source.ts';
import { t } from './t.ts';

const largest = 5 * 1024 * 1024;
/** The first bytes tell what a file is; its name may be wrong. */
const kinds = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
];

async function faultOf(file: File): Promise<string | undefined> {
  if (file.size > largest) return t('picture.large');
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isKnown = kinds.some(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  return isKnown ? undefined : t('picture.kind');
}

function dataOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

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
