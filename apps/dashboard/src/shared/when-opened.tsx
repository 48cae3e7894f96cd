import { type ComponentType, useRef } from 'react';
import { partOf } from './part.tsx';

/** A dialog that is loaded when first opened. */
export function whenOpened<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Dialog = partOf(load);
  return function WhenOpened(props: P) {
    const wasOpened = useRef(false);
    wasOpened.current ||= props.opened;
    return wasOpened.current ? <Dialog {...props} /> : null;
  };
}
