import { type ComponentType, lazy, Suspense, useRef } from 'react';

/** A dialog whose code is asked for when it is first opened, and once more where it could not be had. */
export function whenOpened<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>) {
  const make = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        // React keeps the failure of a lazy component for good.
        Dialog = make();
        throw error;
      }
    });
  let Dialog = make();
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
