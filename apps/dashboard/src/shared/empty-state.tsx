import type { ReactNode } from 'react';
import classes from './empty-state.module.css';
import { Seal } from './seal.tsx';

type Props = { title: string; children: ReactNode; action?: ReactNode };

/** Empty state: explains what will appear and offers one action. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={classes.nothing}>
      <span className={classes.seal}>
        <Seal size={40} />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}
