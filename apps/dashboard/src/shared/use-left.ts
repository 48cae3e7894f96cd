import { type RefObject, useEffect, useRef } from 'react';

/** Whether what asks is gone from the page: work that goes on after a wait looks here first. */
export function useLeft(): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}
