import { type ReactNode, useEffect, useRef } from 'react';
import classes from './screen.module.css';
import { watched } from './watched.ts';

/** The heading of the screen that is shown, for those who hear it. */
export const announced = watched('');

type Props = {
  title: string;
  /** What stands above the heading: where one is. */
  above?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Of a narrow screen: a form or one thing. */
  narrow?: boolean;
  children: ReactNode;
};

/** One screen: its heading, what can be done, and its content. */
export function Screen({ title, above, lead, actions, narrow, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Insignia`;
    announced.set(title);
  }, [title]);
  useEffect(() => {
    // What had the focus is gone with the screen before.
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
