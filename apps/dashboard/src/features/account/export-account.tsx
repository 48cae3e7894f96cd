import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAccount } from '../../shared/account.ts';
import { startDownload } from '../../shared/downloads.ts';
import { AccountSection } from './section.tsx';
import { t } from './t.ts';

export function ExportAccount() {
  const { accountId, account, api } = useAccount();
  const start = () =>
    startDownload({
      accountId,
      label: t('account.export.label', { name: account.name }),
      file: 'insignia-account.zip',
      ask: (signal) => api.account.export({}, { signal }),
    });
  return (
    <AccountSection
      title={t('account.export.title')}
      words={t('account.export.words')}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={start}
        >
          {t('account.export.action')}
        </Button>
      }
    />
  );
}
