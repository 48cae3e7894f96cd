import { pagePaths } from '@insignia/contract/paths';
import { Button, Modal } from '@mantine/core';
import { sessionEnded, signInAddress } from '../shared/connection.ts';
import { t } from '../shared/t.ts';

/** Overlays the screen, which is kept. Signing in returns to it. */
export function SessionEnded() {
  const isEnded = sessionEnded.use();
  return (
    <Modal
      opened={isEnded}
      onClose={() => sessionEnded.set(false)}
      title={t('session.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p>{t('session.words')}</p>
      <div className="actions">
        <Button component="a" href={isEnded ? signInAddress() : pagePaths.signIn} data-autofocus>
          {t('session.signIn')}
        </Button>
      </div>
    </Modal>
  );
}
