import { createLtiPlatform, updateLtiPlatform } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/courses.ts';
import { type AccountContextValue, useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { formatMoment } from '../../shared/format.ts';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import lineClasses from '../../shared/line.module.css';
import { MoreMenu } from '../../shared/more-menu.tsx';
import { Notice, ProblemNotice } from '../../shared/notice.tsx';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import classes from './courses.module.css';

/** Learning platforms of the account. */
export function Courses() {
  const here = useAccount();
  const query = useQuery(platformsQuery(here));
  const [isCreating, setCreating] = useState(false);
  const add = here.may('createLtiPlatform') && !isCreating && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('courses.new')}
    </Button>
  );
  return (
    <Screen
      narrow
      title={t('nav.courses')}
      lead={t('courses.lead')}
      actions={query.data?.items.length ? add : null}
    >
      <QueryContent query={query} lines={3}>
        {({ items, tool }) => (
          <div className="stack">
            {here.may('createLtiRegistration') && <RegistrationLink />}
            <ToolValues tool={tool} />
            {isCreating && <PlatformForm close={() => setCreating(false)} />}
            {items.map((platform) => (
              <PlatformCard key={platform.platformId} platform={platform} />
            ))}
            {items.length === 0 && !isCreating && (
              <EmptyState title={t('courses.none.title')} action={add}>
                {t('courses.none.words')}
              </EmptyState>
            )}
          </div>
        )}
      </QueryContent>
    </Screen>
  );
}

const consoles = ['moodle', 'canvas', 'other'] as const;
type Console = (typeof consoles)[number];

/** Field names as in the console of each platform, with what to paste. */
function ToolValues({ tool }: Pick<PlatformList, 'tool'>) {
  const [chosen, setChosen] = useState<Console>('moodle');
  return (
    <section className="sheet stack" aria-label={t('courses.tool.title')}>
      <h2>{t('courses.tool.title')}</h2>
      <p className="fine">{t('courses.tool.words')}</p>
      <SegmentedControl
        aria-label={t('courses.tool.console')}
        value={chosen}
        onChange={(value) => setChosen(value as Console)}
        data={consoles.map((value) => ({ value, label: t(`courses.tool.${value}`) }))}
      />
      <p>{t(`courses.tool.${chosen}.where`)}</p>
      <dl className={classes.values}>
        {(['launchUrl', 'loginUrl', 'jwksUrl'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`courses.tool.${chosen}.${name}`)}</dt>
            <dd className={lineClasses.line}>
              <code>{tool[name]}</code>
              <CopyButton text={tool[name]} label={t(`courses.copy.${name}`)} size="compact-sm" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const pollEveryMs = 3_000;

function RegistrationLink() {
  const here = useAccount();
  const { api } = here;
  const [link, setLink] = useState<{ url: string; expiresAt: string }>();
  // The platform registers itself from another window.
  useQuery({ ...platformsQuery(here), refetchInterval: link ? pollEveryMs : false });
  const { act, isBusy, problem } = useAction(async () => {
    setLink(await api.courses.createRegistration());
  });
  return (
    <section className="sheet stack" aria-label={t('courses.link.title')}>
      <h2>{t('courses.link.title')}</h2>
      <p className="fine">{t('courses.link.words')}</p>
      {link && (
        <>
          <Notice isAnnounced>
            {t('courses.link.made', { time: formatMoment(Date.parse(link.expiresAt)) })}
          </Notice>
          <code className={classes.url}>{link.url}</code>
          <div>
            <CopyButton text={link.url} label={t('courses.link.copy')} />
          </div>
        </>
      )}
      {!link && (
        <div>
          <Button variant="default" loading={isBusy} onClick={() => void act()}>
            {t('courses.link.create')}
          </Button>
        </div>
      )}
      <ProblemNotice problem={problem} />
    </section>
  );
}

type Checks = Awaited<ReturnType<Client['courses']['test']>>['checks'];

function PlatformCard({ platform }: { platform: Platform }) {
  const { accountId, api, may } = useAccount();
  const { platformId, name, issuer, clientId, deploymentIds, disabled } = platform;
  const queries = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const [checks, setChecks] = useState<Checks>();
  const { act, isBusy, problem } = useAction(async () => {
    setChecks((await api.courses.test({ platformId })).checks);
  });
  const close = () => setOpen(undefined);
  const remove = async () => {
    await api.courses.deletePlatform({ platformId });
    await queries.invalidateQueries(platformsKey(accountId));
    showToast(t('courses.deleted', { name }));
  };
  if (open === 'edit') return <PlatformForm platform={platform} close={close} />;
  return (
    <section className="sheet stack" aria-label={name}>
      <header className={lineClasses.line}>
        <h2>{name}</h2>
        {disabled && (
          <span className="state" data-tone="bad">
            {t('courses.disabled')}
          </span>
        )}
        {may('updateLtiPlatform') && (
          <span className={lineClasses.end}>
            <Button variant="default" size="compact-sm" onClick={() => setOpen('edit')}>
              {t('courses.edit')}
            </Button>
            <MoreMenu items={[{ label: t('courses.delete'), act: () => setOpen('delete') }]} />
          </span>
        )}
      </header>
      <p className={classes.url}>
        {issuer} · {clientId}
        {deploymentIds.length > 0 && ` · ${deploymentIds.join(', ')}`}
      </p>
      {deploymentIds.length === 0 && <Notice tone="warn">{t('courses.noDeployment')}</Notice>}
      {may('testLtiPlatform') && (
        <div>
          <Button variant="default" loading={isBusy} onClick={() => void act()}>
            {t('courses.check')}
          </Button>
        </div>
      )}
      {checks && <CheckResults checks={checks} />}
      <ProblemNotice problem={problem} />
      <ConfirmDialog
        opened={open === 'delete'}
        close={close}
        title={t('courses.delete.title', { name })}
        action={t('courses.delete')}
        typed={name}
        act={remove}
      >
        <p>{t('courses.delete.words')}</p>
      </ConfirmDialog>
    </section>
  );
}

function CheckResults({ checks }: { checks: Checks }) {
  return (
    <div role="status">
      <ul className={classes.checks} aria-label={t('courses.check.title')}>
        {checks.map((result) => (
          <li key={result.check}>
            <Outcome {...result} />
            <div>
              {t(`courses.check.${result.check}`)}
              <div className="fine">{describeResult(result)}</div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Outcome({ check, passed }: Pick<Checks[number], 'check' | 'passed'>) {
  if (passed)
    return (
      <span className="state" data-tone="good">
        {t('courses.check.passed')}
      </span>
    );
  // Nothing is wrong before the first launch.
  if (check === 'launch') return <span className="state">{t('courses.check.waiting')}</span>;
  return (
    <span className="state" data-tone="bad">
      {t('courses.check.failed')}
    </span>
  );
}

function describeResult({ check, passed, reason, detail }: Checks[number]): string {
  if (check === 'launch')
    return detail === null ? t('courses.check.never') : formatMoment(Date.parse(detail));
  if (passed) return '';
  if (check === 'token')
    return t(`courses.check.${reason ?? 'refused'}`, { setting: t('courses.tokenUrl') });
  if (check !== 'keys') return t(`courses.check.${check}.failed`);
  const failure = reason === null || reason === 'refused' ? 'unsuitable' : reason;
  return t(`courses.check.${failure}`, { setting: t('courses.jwksUrl') });
}

type PlatformList = Awaited<ReturnType<Client['courses']['platforms']>>;
type Platform = PlatformList['items'][number];

const platformsKey = (accountId: string) => ({ queryKey: [accountId, 'courses'] });
const platformsQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    ...platformsKey(accountId),
    queryFn: ({ signal }) => api.courses.platforms({}, { signal }),
  });

const toValues = (platform: Platform | undefined) => ({
  name: platform?.name ?? '',
  issuer: platform?.issuer ?? '',
  clientId: platform?.clientId ?? '',
  deploymentIds: platform?.deploymentIds.join('\n') ?? '',
  authorizationUrl: platform?.authorizationUrl ?? '',
  tokenUrl: platform?.tokenUrl ?? '',
  jwksUrl: platform?.jwksUrl ?? '',
});
type Values = ReturnType<typeof toValues>;
const toBody = ({ deploymentIds, ...values }: Values) => ({
  ...values,
  deploymentIds: deploymentIds.split('\n').flatMap((line) => line.trim() || []),
});

/** Registers a platform, or changes one. */
function PlatformForm({ platform, close }: { platform?: Platform; close: () => void }) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const platformId = platform?.platformId;
  const form = useApiForm({
    initial: toValues(platform),
    check: (values) =>
      findBodyErrors((platformId ? updateLtiPlatform : createLtiPlatform).body, toBody(values)),
    send: (values) =>
      platformId
        ? api.courses.updatePlatform({ platformId, ...toBody(values) })
        : api.courses.createPlatform(toBody(values)),
    done: async (_, { name }) => {
      await queries.invalidateQueries(platformsKey(accountId));
      showToast(t(platformId ? 'courses.saved' : 'courses.created', { name }));
      close();
    },
  });
  const { getInputProps } = form;
  const text = (name: keyof Values, isFixed = false) => (
    <TextInput
      {...getInputProps(name)}
      label={t(`courses.${name}`)}
      description={t(`courses.${name}.hint`)}
      autoComplete="off"
      disabled={isFixed}
      required
    />
  );
  return (
    <form {...form.formProps} className="sheet stack">
      <h2>{t(platformId ? 'courses.edit' : 'courses.new')}</h2>
      {text('name')}
      {text('issuer', platformId !== undefined)}
      {text('clientId', platformId !== undefined)}
      <Textarea
        {...getInputProps('deploymentIds')}
        label={t('courses.deploymentIds')}
        description={t('courses.deploymentIds.hint')}
        autosize
      />
      {text('authorizationUrl')}
      {text('tokenUrl')}
      {text('jwksUrl')}
      <FormFooter form={form} action={t(platformId ? 'save' : 'courses.new')} cancel={close} />
      <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
    </form>
  );
}
