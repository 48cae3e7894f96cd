import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { bareId } from '../../shared/random-id.ts';
import { whenOpened } from '../../shared/when-opened.tsx';
import classes from './one.module.css';
import type { Credential } from './queries.ts';
import { t } from './t.ts';
import { useChanged } from './use-changed.ts';

const Revoke = whenOpened(async () => (await import('./revoke.tsx')).Revoke);
const Erase = whenOpened(async () => (await import('./erase.tsx')).Erase);

/** Irreversible actions with their consequences. */
export function TakingBack({ credential }: { credential: Credential }) {
  const { accountId, may } = useHere();
  const [asking, setAsking] = useState<'revoke' | 'erase'>();
  const changed = useChanged(bareId(credential.id));
  const asked = { credential, close: () => setAsking(undefined), changed };
  const acts = [
    ...(!credential.revoked && may('revokeAward') ? (['revoke'] as const) : []),
    ...(may('deleteAward') ? (['erase'] as const) : []),
  ];
  if (acts.length === 0) return null;
  return (
    <section className={`sheet ${classes.taking}`} aria-labelledby="taking-back">
      <h2 id="taking-back">{t('takingBack.title')}</h2>
      {may('createAward') && (
        <div>
          <p className="fine">{t('takingBack.correct')}</p>
          <Link
            to="/$accountId/issue"
            params={{ accountId }}
            search={{ badge: bareId(credential.badge.id) }}
          >
            {t('takingBack.again')}
          </Link>
        </div>
      )}
      {acts.map((act) => (
        <div key={act}>
          <p className="fine">{t(`takingBack.${act}`)}</p>
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
