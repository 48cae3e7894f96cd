import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './rows.module.css';

type Props = { controls: string; isOpen: boolean; toggle: () => void; children: string };

/** Toggles a part of a form that most people leave empty. */
export function Disclosure({ controls, isOpen, toggle, children }: Props) {
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.disclosure}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? controls : undefined}
        rightSection={<Icon size={16} aria-hidden />}
        onClick={toggle}
      >
        {children}
      </Button>
    </div>
  );
}

/**
 * Opens an optional part of a form once it has a value or an error, and never closes it while
 * editing.
 */
export function useAutoOpen(hasValue: boolean, isWrong: boolean) {
  const [isOpen, setOpen] = useState<boolean>();
  if (isWrong ? !isOpen : hasValue && isOpen === undefined) setOpen(true);
  return [isOpen ?? false, setOpen] as const;
}
