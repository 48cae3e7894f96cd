import type { ReactNode } from 'react';
import classes from './account.module.css';

type Props = { title: string; description?: ReactNode; action?: ReactNode; children?: ReactNode };

export function AccountSection({ title, description, action, children }: Props) {
  return (
    <section className={classes.section} aria-label={title}>
      <header className={classes.head}>
        <div>
          <h3>{title}</h3>
          {description && <p className="fine">{description}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
