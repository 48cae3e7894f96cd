import { useState } from 'react';

/**
 * Whether a part of a form is shown that most leave empty: from when it says something, or something in it is wrong. It
 * is not closed under the hand that empties or mends it.
 */
export function useDisclosed(isSaid: boolean, isWrong: boolean) {
  const [isOpen, setOpen] = useState<boolean>();
  if (isWrong ? !isOpen : isSaid && isOpen === undefined) setOpen(true);
  return [isOpen ?? false, setOpen] as const;
}
