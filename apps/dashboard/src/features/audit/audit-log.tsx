import {
  IconCertificate,
  IconChevronDown,
  IconChevronUp,
  IconFileImport,
  IconHexagon,
  IconHistory,
  IconKey,
  IconLogin2,
  IconMail,
  IconRubberStamp,
  IconSchool,
  IconSettings,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { memo, useId, useMemo, useState } from 'react';
import { t } from '../../messages/en/audit-actions.ts';
import {
  type AuditEntry,
  AuditGroupSentence,
  AuditSentence,
} from '../../shared/audit-sentence.tsx';
import {
  formatDay,
  formatMoment,
  formatTimeRange,
  formatTimeWithSeconds,
  formatWeekday,
} from '../../shared/format.ts';
import { groupAuditEntries } from '../../shared/group-audit-entries.ts';
import classes from './audit.module.css';

type AuditEntryGroup = readonly AuditEntry[];
const dayMs = 86_400_000;
const MAX_OPEN_ENTRIES = 200;

/** Grouped by day, newest first. Repeated actions of one kind are one line. */
export function AuditLog({ acts }: { acts: readonly AuditEntry[] }) {
  const days = useMemo(() => Map.groupBy(acts, ({ at }) => formatDay(at)), [acts]);
  const names = new Map([
    [formatDay(Date.now() - dayMs), t('audit.yesterday')],
    [formatDay(Date.now()), t('audit.today')],
  ]);
  return (
    <div className={classes.log} data-long={acts.length > MAX_OPEN_ENTRIES || undefined}>
      {[...days].map(([name, some]) => (
        <section key={name} aria-label={name}>
          <h2>
            {names.get(name) ?? formatWeekday(some[0]?.at ?? '')}
            {names.has(name) && <span>{formatWeekday(some[0]?.at ?? '')}</span>}
          </h2>
          <ol>
            {groupAuditEntries(some).map((group) => (
              <Entry key={group[0]?.id} group={group} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Memoized, so that loading more doesn't redraw existing entries. */
const Entry = memo(
  ({ group }: { group: AuditEntryGroup }) => {
    const [act] = group;
    const [isOpen, setOpen] = useState(false);
    const parts = useId();
    if (!act) return null;
    const { at, actor } = act;
    const isOne = group.length === 1;
    const Chevron = isOpen ? IconChevronUp : IconChevronDown;
    return (
      <li className={classes.entry}>
        <AuditIcon kind={act.about?.kind} />
        <div className={classes.sentence}>
          <p>
            <AuditGroupSentence group={group} />
          </p>
          {isOne && <ChangedFields act={act} />}
          {isOne && <ImportStatus act={act} />}
          {!isOne && (
            <button
              type="button"
              className={classes.fold}
              aria-expanded={isOpen}
              aria-controls={isOpen ? parts : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {t('audit.parts', { count: group.length })}
              <Chevron size={14} aria-hidden />
            </button>
          )}
        </div>
        {actor?.email && <span className={`fine ${classes.email}`}>{actor.email}</span>}
        <time dateTime={at} title={formatMoment(at)}>
          {formatTimeRange(group.at(-1)?.at ?? at, at)}
        </time>
        {isOpen && !isOne && <GroupEntries group={group} id={parts} />}
      </li>
    );
  },
  // Later pages don't change earlier entries.
  (before, now) =>
    before.group.length === now.group.length && before.group[0]?.id === now.group[0]?.id,
);

function GroupEntries({ group, id }: { group: AuditEntryGroup; id: string }) {
  return (
    <ol id={id} className={classes.parts}>
      {group.map((act) => (
        <li key={act.id} className={classes.part}>
          <div className={classes.sentence}>
            <p>
              <AuditSentence act={act} />
            </p>
            <ChangedFields act={act} />
            <ImportStatus act={act} />
          </div>
          <time dateTime={act.at} title={formatMoment(act.at)}>
            {formatTimeWithSeconds(act.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

function ChangedFields({ act: { action, fields } }: { act: AuditEntry }) {
  if (!action.startsWith('update') || fields.length === 0) return null;
  return <p className="fine">{t('audit.fields', { fields: fields.join(', ') })}</p>;
}

type Kind = NonNullable<AuditEntry['about']>['kind'];

/** The same icons as in the sidebar. */
const icons = {
  account: IconSettings,
  issuer: IconRubberStamp,
  badge: IconHexagon,
  credential: IconCertificate,
  import: IconFileImport,
  mail: IconMail,
  key: IconKey,
  member: IconUsers,
  webhook: IconWebhook,
  connection: IconLogin2,
  domain: IconLogin2,
  platform: IconSchool,
} as const satisfies Record<Kind, unknown>;

function AuditIcon({ kind }: { kind: Kind | undefined }) {
  const Icon = kind ? icons[kind] : IconHistory;
  return (
    <span className={classes.icon}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </span>
  );
}

/** Status of an import that was started. Only statuses that need attention have a color. */
function ImportStatus({ act: { action, about } }: { act: AuditEntry }) {
  if (action !== 'createImport' || !about?.import) return null;
  const { status, dryRun, action: kind, issued, corrected, failed } = about.import;
  const values = { count: issued + corrected, action: kind };
  return (
    <>
      <span className="fine">
        {dryRun ? t('audit.import.checked') : t(`audit.import.${status}`, values)}
      </span>
      {failed > 0 && (
        <span className="state" data-tone="bad">
          {t('audit.import.failedRows', { failed })}
        </span>
      )}
    </>
  );
}
