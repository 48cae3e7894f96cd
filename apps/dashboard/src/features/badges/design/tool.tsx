import type { Icon } from '@tabler/icons-react';
import classes from './tool.module.css';

type Props = {
  label: string;
  icon: Icon;
  act: () => void;
  disabled?: boolean;
  /** Of one that stays on. */
  isOn?: boolean;
  /** What does the same, such as Ctrl+Z. */
  keys?: string;
};

/** A small button of one sign; its name is told to who points at it or hears it. */
export function Tool({ label, icon: Sign, act, disabled, isOn, keys }: Props) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      aria-pressed={isOn}
      aria-keyshortcuts={keys?.replaceAll('Ctrl', 'Control')}
      title={keys ? `${label} (${keys})` : label}
      // Disabled by itself it would lose the focus of who has just pressed it for the last time.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && act()}
    >
      <Sign size={18} stroke={1.6} aria-hidden />
    </button>
  );
}
