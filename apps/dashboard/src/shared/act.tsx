import type { OperationId, OperatorAct } from '@insignia/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { actNames, acts, actsCounted, actTexts } from '../messages/en/acts.ts';
import type { Here } from './account.ts';
import { useHere } from './account.ts';
import classes from './act.module.css';
import { countedAs, sumOf } from './fold-acts.ts';
import { locale, pieces, translated } from './t.ts';

export type Act = Awaited<ReturnType<Here['api']['auditLog']['list']>>['items'][number];

const t = translated(actTexts);
const fewBadges = 3;
const lists = new Intl.ListFormat(locale);
const isKnown = (action: string): action is keyof typeof acts => Object.hasOwn(acts, action);

/** Options for the filter of actions. */
export const knownActs = Object.entries(actNames).map(([value, label]) => ({
  value: value as OperationId | OperatorAct,
  label,
}));

/** “Ada revoked 3 credentials of First steps”, with links and the key used. */
export function ActSentence({ act }: { act: Act }) {
  const { action, about } = act;
  const words = isKnown(action)
    ? pieces<ReactNode>(acts[action], {
        who: <Who key="who" act={act} />,
        known: about?.name ? 'yes' : 'no',
        name: <Thing key="name" act={act} />,
        of: about?.badge ? 'yes' : 'no',
        badge: <OfBadge key="badge" act={act} />,
        credential: <Credential key="credential" act={act} />,
        import: <Import key="import" act={act} />,
        count: about?.count ?? 0,
      })
    : pieces<ReactNode>(actTexts['acts.other'], { who: <Who key="who" act={act} />, action });
  return (
    <>
      {words}
      <ByKey act={act} />
    </>
  );
}

/** Several actions as one sentence (`foldActs`): “Ada issued 50 credentials of First steps”. */
export function FoldSentence({ fold }: { fold: readonly Act[] }) {
  const [act] = fold;
  if (!act) return null;
  const kind = countedAs(act.action);
  if (fold.length === 1 || !kind)
    return (
      <>
        <ActSentence act={act} />
        {fold.length > 1 && (
          <span className="fine"> {t('acts.times', { count: fold.length })}</span>
        )}
      </>
    );
  const { count, badges } = sumOf(fold);
  return (
    <>
      {pieces<ReactNode>(actsCounted[kind], {
        who: <Who key="who" act={act} />,
        count,
        of: badges.length > 0 ? 'yes' : 'no',
        badges: <Badges key="badges" acts={badges} />,
      })}
      <ByKey act={act} />
    </>
  );
}

function Who({ act: { actor, byOperator } }: { act: Act }) {
  return (
    <bdi className={classes.who}>
      {actor?.name ?? t(byOperator ? 'acts.operator' : 'acts.someone')}
    </bdi>
  );
}

function ByKey({ act: { key } }: { act: Act }) {
  if (!key) return null;
  return (
    <span className="fine">
      {' '}
      {key.name === null ? t('acts.byGoneKey') : t('acts.byKey', { key: key.name })}
    </span>
  );
}

/** Name of the subject, linked if it still exists. */
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

/** A few names, or the number. */
function Badges({ acts: some }: { acts: readonly Act[] }) {
  if (some.length > fewBadges) return t('acts.badges', { count: some.length });
  let at = 0;
  return lists.formatToParts(some.map(({ id }) => id)).map(({ type, value }) => {
    const act = type === 'element' ? some[at++] : undefined;
    return act ? <OfBadge key={act.id} act={act} /> : value;
  });
}

/** Links to the credential, because the log names no recipients. */
function Credential({ act: { about, action, target } }: { act: Act }) {
  const { accountId } = useHere();
  if (about?.kind !== 'credential' || target === null || action === 'deleteAward')
    return t('acts.credential');
  return (
    <Link to="/$accountId/credentials/$credentialId" params={{ accountId, credentialId: target }}>
      {t('acts.credential')}
    </Link>
  );
}

/** Linked while it exists. */
function Import({ act: { about, target } }: { act: Act }) {
  const { accountId } = useHere();
  if (!about?.import || target === null) return t('acts.import');
  return (
    <Link to="/$accountId/imports/$importId" params={{ accountId, importId: target }}>
      {t('acts.import')}
    </Link>
  );
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
