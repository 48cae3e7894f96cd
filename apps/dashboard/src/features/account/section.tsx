import type { ReactNode } from 'react';
import classes from './account.module.css';

type Props = { title: string; words?: ReactNode; action?: ReactNode; children?: ReactNode };

/** A section with a title, text and an action. */
export function AccountSection({ title, words, action, children }: Props) {
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
