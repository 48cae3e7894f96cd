import { type ReactNode, useEffect, useRef } from 'react';
import { createObservable } from './observable.ts';
import classes from './screen.module.css';

/** Heading of the current screen, for screen readers. */
export const announcement = createObservable('');

type Props = {
  title: string;
  above?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Narrow lines, for forms and details. */
  narrow?: boolean;
  children: ReactNode;
};

export function Screen({ title, above, lead, actions, narrow, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Insignia`;
    announcement.set(title);
  }, [title]);
  useEffect(() => {
    // The element that had the focus is gone with the previous screen.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.screen} data-narrow={narrow || undefined}>
      {above && <div className={classes.above}>{above}</div>}
      <header className={classes.head}>
        <div className={classes.words}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
