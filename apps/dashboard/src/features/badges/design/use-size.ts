import { type RefObject, useEffect, useState } from 'react';

/** Size of an element and its text direction. */
export function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0, isFromRight: false });
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      setSize({
        width: current.clientWidth,
        height: current.clientHeight,
        isFromRight: getComputedStyle(current).direction === 'rtl',
      }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
