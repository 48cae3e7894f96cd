import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import type { AskedOfMany } from './asked.ts';
import { useFollow } from './follow.ts';
import { t } from './t.ts';

export function SendMany({ opened, close, clear, selection, values }: AskedOfMany) {
  const { api } = useHere();
  const follow = useFollow();
  const send = async () => {
    const { jobId } = await api.credentials.sendMany(selection.which);
    follow(jobId, t('selected.sending', values));
    clear();
  };
  return (
    <Confirm
      {...{ opened, close }}
      title={t('selected.send.title', values)}
      action={t('send')}
      isHarmless
      act={send}
    >
      <p>{t('selected.send.words', values)}</p>
    </Confirm>
  );
}
