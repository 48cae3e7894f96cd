import { type ComponentType, lazy, Suspense, useRef } from 'react';

/** A dialog whose code is asked for when it is first opened. */
export function whenOpened<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Dialog = lazy(async () => ({ default: await load() }));
  return function WhenOpened(props: P) {
    const wasOpened = useRef(false);
    wasOpened.current ||= props.opened;
    if (!wasOpened.current) return null;
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    );
  };
}
