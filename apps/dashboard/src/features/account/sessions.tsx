import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clientFor } from '../../shared/client.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { ago, moment } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { tell } from '../../shared/toast.tsx';
import { useAct } from '../../shared/use-act.ts';
import classes from './account.module.css';
import { deviceOf } from './device.ts';
import { type Session, sessionsQuery } from './queries.ts';
import { Section } from './section.tsx';
import { t } from './t.ts';

/** Lists the user's sessions and ends them. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const [isEndingAll, setEndingAll] = useState(false);
  const others = (query.data ?? []).filter(({ current }) => !current).length;
  const endOthers = async () => {
    await clientFor().people.revokeOtherSessions();
    await queries.invalidateQueries(sessionsQuery);
    tell(t('account.sessions.others.ended'));
  };
  return (
    <Section
      title={t('account.sessions.title')}
      words={t('account.sessions.words')}
      action={
        others > 0 && (
          <Button variant="default" onClick={() => setEndingAll(true)}>
            {t('account.sessions.others')}
          </Button>
        )
      }
    >
      <Loaded query={query} lines={3}>
        {(sessions) => (
          <ul className={classes.sessions} aria-label={t('account.sessions.title')}>
            {sessions.map((session) => (
              <One key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      <Confirm
        opened={isEndingAll}
        close={() => setEndingAll(false)}
        title={t('account.sessions.others.title', { count: others })}
        action={t('account.sessions.others')}
        act={endOthers}
      >
        <p>{t('account.sessions.others.words')}</p>
      </Confirm>
    </Section>
  );
}

function nameOf({ userAgent }: Session): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('account.sessions.on', { browser, system });
  return browser ?? system ?? t('account.sessions.unknown');
}

function One({ session }: { session: Session }) {
  const queries = useQueryClient();
  const { createdAt, address, userAgent, current } = session;
  const device = nameOf(session);
  const end = useAct(async () => {
    try {
      await clientFor().people.revokeSession({ sessionId: session.id });
      tell(t('account.sessions.ended', { device }));
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
          {t('account.sessions.since')}{' '}
          <time dateTime={new Date(createdAt).toISOString()} title={moment(createdAt)}>
            {ago(createdAt)}
          </time>
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
