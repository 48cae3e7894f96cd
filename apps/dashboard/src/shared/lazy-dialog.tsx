import { type ComponentType, useRef } from 'react';
import { createLazyPart } from './lazy-part.tsx';

/** A dialog that is loaded when first opened. */
export function createLazyDialog<P extends { opened: boolean }>(
  load: () => Promise<ComponentType<P>>,
) {
  const Dialog = createLazyPart(load);
  return function WhenOpened(props: P) {
    const wasOpened = useRef(false);
    wasOpened.current ||= props.opened;
    return wasOpened.current ? <Dialog {...props} /> : null;
  };
}
