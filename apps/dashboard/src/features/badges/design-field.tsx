import { Button } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './details.module.css';
import { t } from './t.ts';
import type { Look } from './use-look-of.ts';

const DesignDialog = lazy(async () => ({
  default: (await import('./design/design-dialog.tsx')).DesignDialog,
}));

type Props = {
  draft: string;
  designJson: string;
  words: { title: string; issuer: string } & Look;
  made: (designJson: string, image: string) => void;
};

/** The other way to a picture than uploading one. */
export function DesignField(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.design}>
      <Button
        variant="default"
        leftSection={<IconPencilPlus size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('badges.design')}
      </Button>
      <p className="fine">{t('badges.design.hint')}</p>
      {isOpen && !props.words.isComing && (
        <Suspense>
          <DesignDialog {...props} close={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
