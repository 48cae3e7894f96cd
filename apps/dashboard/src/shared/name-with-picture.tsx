import type { ReactNode } from 'react';
import classes from './name-with-picture.module.css';
import { Seal } from './seal.tsx';

export function NameWithPicture({
  picture,
  children,
}: {
  picture?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span className={classes.thing} data-thing>
      {picture ? (
        <img src={picture} alt="" width={36} height={36} loading="lazy" />
      ) : (
        <span className={classes.none}>
          <Seal size={24} />
        </span>
      )}
      <span>{children}</span>
    </span>
  );
}
