import { parseUserAgent } from '@insignia/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { createAccountClient } from '../../shared/connection.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import classes from './account.module.css';
import { type Session, sessionsQuery } from './queries.ts';
import { AccountSection } from './section.tsx';

export function Sessions() {
  const query = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const [isEndingAll, setEndingAll] = useState(false);
  const otherCount = (query.data ?? []).filter(({ current }) => !current).length;
  const endOthers = async () => {
    await createAccountClient().people.revokeOtherSessions();
    await queries.invalidateQueries(sessionsQuery);
    showToast(t('account.sessions.others.ended', { count: otherCount }));
  };
  return (
    <AccountSection
      title={t('account.sessions.title')}
      description={t('account.sessions.words')}
      action={
        otherCount > 0 && (
          <Button variant="default" onClick={() => setEndingAll(true)}>
            {t('account.sessions.others')}
          </Button>
        )
      }
    >
      <QueryContent query={query} lines={3}>
        {(sessions) => (
          <ul className={classes.sessions} aria-label={t('account.sessions.title')}>
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryContent>
      <ConfirmDialog
        opened={isEndingAll}
        close={() => setEndingAll(false)}
        title={t('account.sessions.others.title', { count: otherCount })}
        action={t('account.sessions.others.action', { count: otherCount })}
        act={endOthers}
      >
        <p>{t('account.sessions.others.words')}</p>
      </ConfirmDialog>
    </AccountSection>
  );
}

function describeDevice({ userAgent }: Session): string {
  const { browser, system } = parseUserAgent(userAgent);
  if (browser && system) return t('account.sessions.on', { browser, system });
  return browser ?? system ?? t('account.sessions.unknown');
}

function describeOpening({ openedBy, secondFactor }: Session): string {
  if (!openedBy) return '';
  const first = t(`account.sessions.by.${openedBy}`);
  const steps = secondFactor ? [first, t(`account.sessions.by.${secondFactor}`)] : [first];
  return ` ${t('account.sessions.with', { steps: new Intl.ListFormat('en').format(steps) })}`;
}

function SessionItem({ session }: { session: Session }) {
  const queries = useQueryClient();
  const { createdAt, address, userAgent, current } = session;
  const device = describeDevice(session);
  const end = useAction(async () => {
    try {
      await createAccountClient().people.revokeSession({ sessionId: session.id });
      showToast(t('account.sessions.ended', { device }));
    } finally {
      await queries.invalidateQueries(sessionsQuery);
    }
  });
  return (
    <li>
      <div>
        <strong title={userAgent ?? undefined}>{device}</strong>
        {current && (
          <span className="state" data-tone="good">
            {t('account.sessions.here')}
          </span>
        )}
        <p className="fine">
          {t('account.sessions.since')} <RelativeTime at={createdAt} />
          {describeOpening(session)}
          {address !== null && ` · ${address}`}
        </p>
      </div>
      {!current && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('account.sessions.end.of', { device })}
          loading={end.isBusy}
          onClick={() => void end.act()}
        >
          {t('account.sessions.end')}
        </Button>
      )}
      <ProblemNotice problem={end.problem} />
    </li>
  );
}
