import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Notice } from './notice.tsx';
import { t } from './t.ts';

/**
 * A lazily loaded part of a screen. A failure is shown in place: React's `lazy` would unmount the
 * surrounding screen and lose its input.
 */
export function createLazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  let known: ComponentType<P> | undefined;
  return function Part(props: P) {
    const [Found, setFound] = useState(() => known);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (Found) return;
      load().then(
        (part) => {
          known = part;
          setFound(() => part);
        },
        () => setMissing(true),
      );
    }, [Found]);
    if (Found) return <Found {...props} />;
    return isMissing ? <PartLoadError /> : waiting;
  };
}

/** Browsers cache a module's failure until the page is reloaded. */
export function PartLoadError() {
  return (
    <Notice tone="bad">
      {t('part.missing')}{' '}
      <Button variant="default" size="compact-sm" onClick={() => location.reload()}>
        {t('part.reload')}
      </Button>
    </Notice>
  );
}

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
