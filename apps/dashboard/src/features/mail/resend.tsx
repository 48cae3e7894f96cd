import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { tell } from '../../shared/toast.tsx';
import type { MailItem } from './queries.ts';
import { t } from './t.ts';

/** Confirms before sending an email. */
export function Resend({ mail, close }: { mail: MailItem | undefined; close: () => void }) {
  const { accountId, api } = useHere();
  const queries = useQueryClient();
  const { mailId = '', to = '', subject = '' } = mail ?? {};
  const send = async () => {
    await api.mail.resend({ mailId });
    await queries.invalidateQueries({ queryKey: [accountId, 'mail'] });
    tell(t('mail.resent', { to }));
  };
  return (
    <Confirm
      opened={mail !== undefined}
      close={close}
      title={t('mail.resend.title')}
      action={t('mail.resend')}
      isHarmless
      act={send}
    >
      <p>{t('mail.resend.words', { to, subject })}</p>
    </Confirm>
  );
}
