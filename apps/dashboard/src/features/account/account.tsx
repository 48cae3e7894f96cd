import { changePassword, updateAccount } from '@insignia/contract';
import { Button, Progress, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { t } from '../../messages/en/account.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog, Dialog } from '../../shared/confirm-dialog.tsx';
import { createAccountClient } from '../../shared/connection.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { formatDay } from '../../shared/format.ts';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import classes from './account.module.css';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { DeleteAccount, ExportAccount } from './export-or-delete-account.tsx';
import { Passkeys } from './passkeys.tsx';
import {
  accountSecurityQuery,
  passkeysQuery,
  secondFactorQuery,
  sessionsQuery,
} from './queries.ts';
import {
  isFreshSignInRequired,
  SignInAgain,
  useIsRecentSignIn,
  useOwnSignInProblem,
} from './recent-sign-in.tsx';
import { AccountSection } from './section.tsx';
import { Sessions } from './sessions.tsx';

/** Account settings: name and plan, personal settings, and deletion. */
export function AccountScreen() {
  const { accountId, may } = useAccount();
  return (
    <Screen title={t('nav.account')} lead={t('account.lead')}>
      <div className={classes.groups}>
        <Group title={t('account.group.account')} description={t('account.group.account.words')}>
          <AccountName key={accountId} />
          <AccountPlan />
          {may('getAccountSecurity') && <AccountSecurity key={`${accountId}.security`} />}
        </Group>
        <Group
          id="security"
          title={t('account.security')}
          description={t('account.group.you.words')}
        >
          <OwnSecurity />
          <Sessions />
        </Group>
        {may('exportAccount') && (
          <Group title={t('account.group.leave')} description={t('account.group.leave.words')}>
            <ExportAccount />
            {may('deleteAccount') && <DeleteAccount />}
          </Group>
        )}
      </div>
      <CurlExample operation="getAccount" />
    </Screen>
  );
}

/** How the user signs in. Closed to sessions of single sign-on alone. */
function OwnSecurity() {
  const ownProblem = useOwnSignInProblem();
  if (ownProblem)
    return (
      <AccountSection title={t('account.own.title')} description={t('account.own.words')}>
        <SignInAgain ownProblem={ownProblem} />
      </AccountSection>
    );
  return (
    <>
      <Passkeys />
      <AuthenticatorApp />
      <ChangePassword />
    </>
  );
}

type GroupProps = { id?: string; title: string; description: string; children: ReactNode };

function Group({ id, title, description, children }: GroupProps) {
  return (
    <div id={id} className={classes.group}>
      <div className={classes.words}>
        <h2>{title}</h2>
        <p className="fine">{description}</p>
      </div>
      <div className={`sheet ${classes.sheet}`}>{children}</div>
    </div>
  );
}

function AccountName() {
  const { accountId, account, may } = useAccount();
  return (
    <AccountSection
      title={t('account.name.title')}
      description={t('account.name.words')}
      action={<CopyButton text={accountId} label={t('account.id')} size="compact-sm" />}
    >
      {may('updateAccount') ? <Rename /> : <p>{account.name}</p>}
    </AccountSection>
  );
}

function Rename() {
  const { accountId, account, api } = useAccount();
  const queries = useQueryClient();
  const form = useApiForm({
    draft: `${accountId}.name`,
    initial: { name: account.name },
    check: (fields) => findBodyErrors(updateAccount.body, fields),
    send: (fields) => api.account.update(fields),
    isEditing: true,
    done: async ({ name }, _, isUnsaved) => {
      if (!isUnsaved) form.restart({ name });
      // The account switcher of every account shows the name.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'account' });
      showToast(t('account.renamed', { name }));
    },
  });
  return (
    <form {...form.formProps} className={classes.rename}>
      <TextInput
        {...form.getInputProps('name')}
        aria-label={t('account.name')}
        autoComplete="off"
        required
      />
      <FormFooter form={form} action={t('save')} isSame={!form.isDirty} />
      <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
    </form>
  );
}

function AccountPlan() {
  const { plan, limits, usage, periodEnd } = useAccount().account;
  return (
    <AccountSection title={t('account.plan.title')} description={t(`account.plan.${plan}`)}>
      <div className={classes.limits}>
        {(['credentials', 'issuers', 'seats'] as const).map((kind) => (
          <Limit
            key={kind}
            name={t(`account.plan.${kind}`)}
            used={usage[kind]}
            limit={limits[kind]}
          />
        ))}
      </div>
      <p className="fine">{t('account.plan.until', { day: formatDay(periodEnd) })}</p>
    </AccountSection>
  );
}

function Limit({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  return (
    <div>
      <p>
        <span>{name}</span>
        <span>
          {limit === null
            ? t('account.plan.free.of', { used })
            : t('account.plan.of', { used, most: limit })}
        </span>
      </p>
      {limit !== null && (
        <Progress value={Math.min(100, (100 * used) / limit)} size="sm" aria-label={name} />
      )}
    </div>
  );
}

/** Shows whether members need a second factor. The owner decides. */
export function AccountSecurity() {
  const here = useAccount();
  const query = useQuery(accountSecurityQuery(here));
  const { data: own } = useQuery(secondFactorQuery);
  const { data: passkeys } = useQuery(passkeysQuery);
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isRequired = query.data?.requireSecondFactor === true;
  const mayChange = here.may('updateAccountSecurity') && query.data !== undefined;
  const isFresh = useIsRecentSignIn();
  const hasNone = own?.enabled === false && passkeys?.length === 0;
  const change = async () => {
    await here.api.account.updateSecurity({ requireSecondFactor: !isRequired });
    await queries.invalidateQueries(accountSecurityQuery(here));
    showToast(t(isRequired ? 'account.factor.stopped' : 'account.factor.required'));
  };
  const ownProblem = useOwnSignInProblem();
  const needsSignIn = ownProblem !== undefined || (isRequired && !isFresh);
  const action = t(isRequired ? 'account.factor.stop' : 'account.factor.require');
  return (
    <AccountSection
      title={t('account.factor.title')}
      description={t('account.factor.words')}
      action={
        mayChange && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {action}
          </Button>
        )
      }
    >
      <QueryContent query={query} lines={1}>
        {({ requireSecondFactor, membersWithout }) => (
          <p>
            {t(requireSecondFactor ? 'account.factor.on' : 'account.factor.off')}{' '}
            {t('account.factor.without', { count: membersWithout })}
            {mayChange && hasNone && ` ${t('account.factor.own')}`}
            {mayChange && hasNone && requireSecondFactor && ` ${t('account.factor.ownNext')}`}
          </p>
        )}
      </QueryContent>
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t(isRequired ? 'account.factor.stop.ask' : 'account.factor.require.ask')}
        action={action}
        act={change}
        isDisabled={needsSignIn}
      >
        {needsSignIn && <SignInAgain ownProblem={ownProblem} />}
        <p>{t(isRequired ? 'account.factor.stop.words' : 'account.factor.require.words')}</p>
      </ConfirmDialog>
    </AccountSection>
  );
}

const route = getRouteApi('/$accountId/account');

function ChangePassword() {
  const navigate = route.useNavigate();
  const isOpen = route.useSearch().do === 'password';
  const close = () => void navigate({ search: {} });
  return (
    <AccountSection
      title={t('account.password.title')}
      description={t('account.password.words')}
      action={
        <Button variant="default" onClick={() => void navigate({ search: { do: 'password' } })}>
          {t('account.password.change')}
        </Button>
      }
    >
      <Dialog opened={isOpen} close={close} title={t('account.password.change')}>
        <Change close={close} />
      </Dialog>
    </AccountSection>
  );
}

function Change({ close }: { close: () => void }) {
  const queries = useQueryClient();
  const isFresh = useIsRecentSignIn();
  // Passwords are never stored in the browser.
  const form = useApiForm({
    initial: { currentPassword: '', newPassword: '' },
    check: (fields) => findBodyErrors(changePassword.body, fields),
    send: (fields) => createAccountClient().people.changePassword(fields),
    done: () => {
      showToast(t('account.password.changed'));
      close();
      void queries.invalidateQueries(sessionsQuery);
    },
  });
  if (!isFresh || isFreshSignInRequired(form.problem))
    return (
      <div className="stack">
        <SignInAgain />
      </div>
    );
  return (
    <form {...form.formProps} className="stack">
      <TextInput
        {...form.getInputProps('currentPassword')}
        type="password"
        label={t('account.password.current')}
        autoComplete="current-password"
        data-autofocus
        required
      />
      <TextInput
        {...form.getInputProps('newPassword')}
        type="password"
        label={t('account.password.new')}
        description={t('account.password.hint')}
        autoComplete="new-password"
        required
      />
      <FormFooter form={form} action={t('account.password.change')} cancel={close} />
    </form>
  );
}
