import { pagePaths } from '@insignia/contract/paths';
import { Button, Modal } from '@mantine/core';
import { sessionEnded, signInAddress } from '../shared/connection.ts';
import { t } from '../shared/t.ts';

/** Over whatever is on the screen, which is kept: signing in comes back to it. */
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
