import type { ReactNode } from 'react';
import classes from './account.module.css';

type Props = { title: string; words?: ReactNode; action?: ReactNode; children?: ReactNode };

/** One matter of the account, with what can be done about it. */
export function Section({ title, words, action, children }: Props) {
  return (
    <section className={classes.section} aria-label={title}>
      <header className={classes.head}>
        <div>
          <h3>{title}</h3>
          {words && <p className="fine">{words}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
