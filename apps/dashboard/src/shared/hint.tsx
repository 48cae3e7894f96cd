import type { ReactNode } from 'react';
import classes from './hint.module.css';

type Props = { title: string; children: ReactNode; action?: ReactNode };

/** Suggests a next step below a short list. */
export function Hint({ title, children, action }: Props) {
  return (
    <section className={classes.hint} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes.words}>{children}</div>
      {action && <div className="actions">{action}</div>}
    </section>
  );
}
