import type { ReactNode } from 'react';
import { Seal } from './seal.tsx';
import classes from './thing.module.css';

/** A name with a picture. */
export function Thing({
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
