import type { ReactNode } from 'react';
import classes from './hint.module.css';

type Props = { title: string; children: ReactNode; action?: ReactNode };

/** Below a short list: what it is good for next, in one place, and the way there. */
export function Hint({ title, children, action }: Props) {
  return (
    <section className={classes.hint} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes.words}>{children}</div>
      {action && <div className="actions">{action}</div>}
    </section>
  );
}
