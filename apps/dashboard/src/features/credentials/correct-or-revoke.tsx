import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { createLazyDialog } from '../../shared/lazy-dialog.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import classes from './credential.module.css';
import type { Credential } from './queries.ts';
import { t } from './t.ts';
import { useInvalidateCredential } from './use-invalidate-credential.ts';

const Revoke = createLazyDialog(async () => (await import('./revoke-dialog.tsx')).RevokeDialog);
const Erase = createLazyDialog(async () => (await import('./erase-dialog.tsx')).EraseDialog);

/** Irreversible actions with their consequences. */
export function CorrectOrRevoke({ credential }: { credential: Credential }) {
  const { accountId, may } = useAccount();
  const [asking, setAsking] = useState<'revoke' | 'erase'>();
  const changed = useInvalidateCredential(idFromUrl(credential.id));
  const asked = { credential, close: () => setAsking(undefined), changed };
  const acts = [
    ...(!credential.revoked && may('revokeAward') ? (['revoke'] as const) : []),
    ...(may('deleteAward') ? (['erase'] as const) : []),
  ];
  if (acts.length === 0) return null;
  return (
    <section className={`sheet ${classes.correction}`} aria-labelledby="correction">
      <h2 id="correction">{t('correction.title')}</h2>
      {may('createAward') && (
        <div>
          <p className="fine">{t('correction.correct')}</p>
          <Link
            to="/$accountId/issue"
            params={{ accountId }}
            search={{ badge: idFromUrl(credential.badge.id) }}
          >
            {t('correction.again')}
          </Link>
        </div>
      )}
      {acts.map((act) => (
        <div key={act}>
          <p className="fine">{t(`correction.${act}`)}</p>
          <Button variant="default" data-tone="bad" onClick={() => setAsking(act)}>
            {t(act)}
          </Button>
        </div>
      ))}
      <Revoke {...asked} opened={asking === 'revoke'} />
      <Erase {...asked} opened={asking === 'erase'} />
    </section>
  );
}
