import { type RefObject, useEffect, useRef } from 'react';

/** A ref that is true once the component is unmounted. */
export function useUnmountedRef(): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}
