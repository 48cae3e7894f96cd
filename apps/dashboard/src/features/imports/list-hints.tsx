import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { saveAs } from '../../shared/download.ts';
import { formatRelativeTime, today } from '../../shared/format.ts';
import { Hint } from '../../shared/notice.tsx';

/** Unfinished drafts in this browser. Children wait, so that nothing moves. */
export function UnfinishedImports({ children }: { children: ReactNode }) {
  const { accountId } = useAccount();
  const { data: drafts, isPending } = useQuery({
    queryKey: [accountId, 'drafts'],
    // Empty if the browser has no storage.
    queryFn: async () => {
      const { openDrafts } = await import('./work/drafts.ts');
      return openDrafts()
        .then(({ list }) => list(accountId))
        .catch(() => []);
    },
    // The wizard changes drafts without the API.
    gcTime: 0,
  });
  if (isPending) return null;
  if (!drafts?.length) return children;
  return (
    <>
      <Hint title={t('file.saved.title')}>
        {drafts.map(({ id, name, savedAt }) => (
          <Link
            key={id}
            to="/$accountId/imports/new"
            params={{ accountId }}
            search={{ draft: id, step: 'match' }}
          >
            {t('file.saved', { name, ago: formatRelativeTime(savedAt) })}
          </Link>
        ))}
      </Hint>
      {children}
    </>
  );
}

/** Matches what the wizard detects without help. */
const example = (): Blob =>
  new Blob(
    [
      'name,email,issuedOn\n',
      `Ada Lovelace,ada@example.org,${today()}\n`,
      `Alan Turing,alan@example.org,${today()}\n`,
    ],
    { type: 'text/csv' },
  );

/** Explains what a list must contain. */
export function ListFormatHint() {
  return (
    <Hint
      title={t('imports.about')}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveAs(example(), 'recipients.csv')}
        >
          {t('imports.about.example')}
        </Button>
      }
    >
      <p>{t('imports.about.words')}</p>
    </Hint>
  );
}
