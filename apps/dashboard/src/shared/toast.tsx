import { IconCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import classes from './toast.module.css';
import { watched } from './watched.ts';

const said = watched<{ text: string } | undefined>(undefined);
const shownForMs = 5_000;

/** Shows a toast. */
export function tell(text: string): void {
  said.set({ text });
}

export function Toasts() {
  const now = said.use();
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => said.set(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div role="status" className={classes.place}>
      {now && (
        <p className={classes.toast}>
          <IconCheck size={18} aria-hidden />
          {now.text}
        </p>
      )}
    </div>
  );
}
