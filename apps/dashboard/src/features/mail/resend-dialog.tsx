import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { showToast } from '../../shared/toast.tsx';
import type { MailItem } from './queries.ts';
import { t } from './t.ts';

/** Confirms before sending an email. */
export function ResendDialog({ mail, close }: { mail: MailItem | undefined; close: () => void }) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const { mailId = '', to = '', subject = '' } = mail ?? {};
  const send = async () => {
    await api.mail.resend({ mailId });
    await queries.invalidateQueries({ queryKey: [accountId, 'mail'] });
    showToast(t('mail.resent', { to }));
  };
  return (
    <ConfirmDialog
      opened={mail !== undefined}
      close={close}
      title={t('mail.resend.title')}
      action={t('mail.resend.action')}
      isHarmless
      act={send}
    >
      <p>{t('mail.resend.words', { to, subject })}</p>
    </ConfirmDialog>
  );
}
