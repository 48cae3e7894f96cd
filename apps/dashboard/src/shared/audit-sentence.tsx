import type { OperationId, OperatorAction, SignInAction } from '@insignia/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  auditActionNames,
  auditCountSentences,
  auditSentences,
  auditTexts,
} from '../messages/en/audit-actions.ts';
import type { AccountContextValue } from './account.ts';
import { useAccount } from './account.ts';
import classes from './audit-sentence.module.css';
import { getCountedAction, sumGroup } from './group-audit-entries.ts';
import { createTranslator, formatParts, locale } from './t.ts';

export type AuditEntry = Awaited<
  ReturnType<AccountContextValue['api']['auditLog']['list']>
>['items'][number];

const t = createTranslator(auditTexts);
const MAX_NAMED_BADGES = 3;
const lists = new Intl.ListFormat(locale);
const isKnown = (action: string): action is keyof typeof auditSentences =>
  Object.hasOwn(auditSentences, action);

export const auditActionOptions = Object.entries(auditActionNames).map(([value, label]) => ({
  value: value as OperationId | OperatorAction | SignInAction,
  label,
}));

/** “Ada revoked 3 credentials of First steps”, with links and the key used. */
export function AuditSentence({ act }: { act: AuditEntry }) {
  const { action, about } = act;
  const words = isKnown(action)
    ? formatParts<ReactNode>(auditSentences[action], {
        who: <Who key="who" act={act} />,
        known: about?.name ? 'yes' : 'no',
        name: <Thing key="name" act={act} />,
        of: about?.badge ? 'yes' : 'no',
        badge: <OfBadge key="badge" act={act} />,
        credential: <Credential key="credential" act={act} />,
        import: <Import key="import" act={act} />,
        count: about?.count ?? 0,
        target: act.target ?? '',
        fields: act.fields.join(', '),
      })
    : formatParts<ReactNode>(auditTexts['acts.other'], {
        who: <Who key="who" act={act} />,
        action,
      });
  return (
    <>
      {words}
      <ByKey act={act} />
    </>
  );
}

/** Actions grouped by `groupAuditEntries` as one sentence: “Ada issued 50 credentials of First steps”. */
export function AuditGroupSentence({ group }: { group: readonly AuditEntry[] }) {
  const [act] = group;
  if (!act) return null;
  const kind = getCountedAction(act.action);
  if (group.length === 1 || !kind)
    return (
      <>
        <AuditSentence act={act} />
        {group.length > 1 && (
          <span className="fine"> {t('acts.times', { count: group.length })}</span>
        )}
      </>
    );
  const { count, badges } = sumGroup(group);
  return (
    <>
      {formatParts<ReactNode>(auditCountSentences[kind], {
        who: <Who key="who" act={act} />,
        count,
        of: badges.length > 0 ? 'yes' : 'no',
        badges: <Badges key="badges" acts={badges} />,
      })}
      <ByKey act={act} />
    </>
  );
}

function Who({ act: { actor, byOperator } }: { act: AuditEntry }) {
  return (
    <bdi className={classes.who}>
      {actor?.name ?? t(byOperator ? 'acts.operator' : 'acts.someone')}
    </bdi>
  );
}

/** A directory acts with a token and without a user. Its sentences say so. */
function ByKey({ act: { key, actor } }: { act: AuditEntry }) {
  if (!key || !actor) return null;
  return (
    <span className="fine">
      {' '}
      {key.name === null ? t('acts.byGoneKey') : t('acts.byKey', { key: key.name })}
    </span>
  );
}

/** Name of the subject, linked if it still exists. */
function Thing({ act: { action, target, about } }: { act: AuditEntry }) {
  const { accountId } = useAccount();
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
function Badges({ acts: some }: { acts: readonly AuditEntry[] }) {
  if (some.length > MAX_NAMED_BADGES) return t('acts.badges', { count: some.length });
  let at = 0;
  return lists.formatToParts(some.map(({ id }) => id)).map(({ type, value }) => {
    const act = type === 'element' ? some[at++] : undefined;
    return act ? <OfBadge key={act.id} act={act} /> : value;
  });
}

/** Links to the credential, because the log names no recipients. */
function Credential({ act: { about, action, target } }: { act: AuditEntry }) {
  const { accountId } = useAccount();
  if (about?.kind !== 'credential' || target === null || action === 'deleteAward')
    return t('acts.credential');
  return (
    <Link to="/$accountId/credentials/$credentialId" params={{ accountId, credentialId: target }}>
      {t('acts.credential')}
    </Link>
  );
}

/** Linked while it exists. */
function Import({ act: { about, target } }: { act: AuditEntry }) {
  const { accountId } = useAccount();
  if (!about?.import || target === null) return t('acts.import');
  return (
    <Link to="/$accountId/imports/$importId" params={{ accountId, importId: target }}>
      {t('acts.import')}
    </Link>
  );
}

function OfBadge({ act: { about } }: { act: AuditEntry }) {
  const { accountId } = useAccount();
  if (!about?.badge) return null;
  const { badgeId, name } = about.badge;
  return (
    <Link to="/$accountId/badges/$badgeId" params={{ accountId, badgeId }}>
      <bdi>{name}</bdi>
    </Link>
  );
}
