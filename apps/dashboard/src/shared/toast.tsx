import { IconCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { createObservable } from './observable.ts';
import classes from './toast.module.css';

const currentToast = createObservable<{ text: string } | undefined>(undefined);
const shownForMs = 5_000;

export function showToast(text: string): void {
  currentToast.set({ text });
}

export function Toasts() {
  const now = currentToast.use();
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => currentToast.set(undefined), shownForMs);
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
