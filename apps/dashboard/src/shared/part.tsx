import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Notice } from './notice.tsx';
import { t } from './t.ts';

/**
 * A part of a screen whose code comes when it is first shown. Where it cannot be had, that is told in its place: a failed
 * `lazy` of React would take the screen around it away, with all that was done there.
 */
export function partOf<P extends object>(
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
    return isMissing ? <PartMissing /> : waiting;
  };
}

/** Browsers keep the failure of a module for as long as the page is open. */
export function PartMissing() {
  return (
    <Notice tone="bad">
      {t('part.missing')}{' '}
      <Button variant="default" size="compact-sm" onClick={() => location.reload()}>
        {t('part.reload')}
      </Button>
    </Notice>
  );
}
