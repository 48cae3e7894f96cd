import { useState } from 'react';

/**
 * Opens an optional part of a form once it has a value or an error, and never closes it while
 * editing.
 */
export function useAutoOpen(isSaid: boolean, isWrong: boolean) {
  const [isOpen, setOpen] = useState<boolean>();
  if (isWrong ? !isOpen : isSaid && isOpen === undefined) setOpen(true);
  return [isOpen ?? false, setOpen] as const;
}
