import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import type { CredentialDialogProps } from './dialog-props.ts';
import { t } from './t.ts';

export function EraseDialog({ opened, close, credential }: CredentialDialogProps) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { name } = credential.recipient;
  const erase = async () => {
    await api.credentials.delete({ awardId: idFromUrl(credential.id) });
    await navigate({ to: '/$accountId/credentials', params: { accountId } });
    await queries.invalidateQueries({ queryKey: [accountId, 'credentials'] });
    showToast(t('erased.now'));
  };
  return (
    <ConfirmDialog
      {...{ opened, close }}
      title={t('erase.title', { name })}
      action={t('erase.action')}
      typed={name}
      act={erase}
    >
      <p>{t('erase.words')}</p>
    </ConfirmDialog>
  );
}
