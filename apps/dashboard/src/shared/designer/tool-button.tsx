import type { Icon } from '@tabler/icons-react';
import classes from './tool-button.module.css';

type Props = {
  label: string;
  icon: Icon;
  act: () => void;
  disabled?: boolean;
  /** State of a toggle button. */
  isOn?: boolean;
  /** Keyboard shortcut, such as Ctrl+Z. */
  keys?: string;
};

/** An icon button. Its name is shown as a tooltip and read aloud. */
export function ToolButton({ label, icon: Sign, act, disabled, isOn, keys }: Props) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      aria-pressed={isOn}
      aria-keyshortcuts={keys?.replaceAll('Ctrl', 'Control')}
      title={keys ? `${label} (${keys})` : label}
      // The disabled attribute would drop the focus.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && act()}
    >
      <Sign size={18} stroke={1.6} aria-hidden />
    </button>
  );
}
