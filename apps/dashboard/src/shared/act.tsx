import type { OperationId, OperatorAct } from '@insignia/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { actNames, acts, actTexts } from '../messages/en/acts.ts';
import type { Here } from './account.ts';
import { useHere } from './account.ts';
import classes from './act.module.css';
import { pieces, translated } from './t.ts';

export type Act = Awaited<ReturnType<Here['api']['auditLog']['list']>>['items'][number];

const t = translated(actTexts);
const isKnown = (action: string): action is keyof typeof acts => Object.hasOwn(acts, action);

/** What can be chosen among, by what it is called. */
export const knownActs = Object.entries(actNames).map(([value, label]) => ({
  value: value as OperationId | OperatorAct,
  label,
}));

/** “Ada revoked 3 credentials of First steps”, with the key that it was done with; names lead to what they are of. */
export function ActSentence({ act }: { act: Act }) {
  const { actor, key, action, about, byOperator } = act;
  const who = (
    <bdi key="who" className={classes.who}>
      {actor?.name ?? t(byOperator ? 'acts.operator' : 'acts.someone')}
    </bdi>
  );
  const words = isKnown(action)
    ? pieces<ReactNode>(acts[action], {
        who,
        known: about?.name ? 'yes' : 'no',
        name: <Thing key="name" act={act} />,
        of: about?.badge ? 'yes' : 'no',
        badge: <OfBadge key="badge" act={act} />,
        count: about?.count ?? 0,
      })
    : pieces<ReactNode>(actTexts['acts.other'], { who, action });
  return (
    <>
      {words}
      {key && (
        <span className="fine">
          {' '}
          {key.name === null ? t('acts.byGoneKey') : t('acts.byKey', { key: key.name })}
        </span>
      )}
    </>
  );
}

/** Its name, as a link where there is a screen for it and it is still there. */
function Thing({ act: { action, target, about } }: { act: Act }) {
  const { accountId } = useHere();
  const name = <bdi>{about?.name}</bdi>;
  const isLed = target !== null && !action.startsWith('delete') && !action.startsWith('redeliver');
  if (isLed && about?.kind === 'badge')
    return (
      <Link to="/$accountId/badges/$badgeId" params={{ accountId, badgeId: target }}>
        {name}
      </Link>
    );
  if (isLed && about?.kind === 'issuer')
    return (
      <Link to="/$accountId/issuers/$issuerId" params={{ accountId, issuerId: target }}>
        {name}
      </Link>
    );
  if (isLed && about?.kind === 'webhook')
    return (
      <Link to="/$accountId/webhooks/$webhookId" params={{ accountId, webhookId: target }}>
        {name}
      </Link>
    );
  return <span className={classes.name}>{name}</span>;
}

function OfBadge({ act: { about } }: { act: Act }) {
  const { accountId } = useHere();
  if (!about?.badge) return null;
  const { badgeId, name } = about.badge;
  return (
    <Link to="/$accountId/badges/$badgeId" params={{ accountId, badgeId }}>
      <bdi>{name}</bdi>
    </Link>
  );
}
