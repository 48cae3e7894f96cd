import { type ReactNode, useEffect, useRef } from 'react';
import classes from './wizard.module.css';

type Props = { title: string; isFirst?: boolean; children: ReactNode };

/** A step with its heading, which gets the focus. */
export function StepBody({ title, isFirst, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
  }, [isFirst]);
  return (
    <section className="stack" aria-label={title}>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
