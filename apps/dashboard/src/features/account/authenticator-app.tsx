import { disableTotp, enableTotp, replaceRecoveryCodes, verifyTotp } from '@insignia/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { Dialog } from '../../shared/confirm-dialog.tsx';
import { createAccountClient } from '../../shared/connection.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { NewSecretDialog, OneTimeSecret } from '../../shared/one-time-secret.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { showToast } from '../../shared/toast.tsx';
import classes from './account.module.css';
import { type StartedSetup, secondFactorQuery } from './queries.ts';
import { isFreshSignInRequired, SignInAgain, useIsRecentSignIn } from './recent-sign-in.tsx';
import { AccountSection } from './section.tsx';

const route = getRouteApi('/$accountId/account');

type AppDialog = 'app' | 'codes' | 'remove-app';

/** Sets up and removes the app whose codes sign-in needs. */
export function AuthenticatorApp() {
  const query = useQuery(secondFactorQuery);
  const navigate = route.useNavigate();
  const { do: open } = route.useSearch();
  const go = (to: AppDialog) => void navigate({ search: { do: to } });
  const close = () => void navigate({ search: {} });
  const isOn = query.data?.enabled === true;
  return (
    <AccountSection
      title={t('account.app.title')}
      description={t('account.app.words')}
      action={
        query.data?.enabled === false && (
          <Button variant="default" onClick={() => go('app')}>
            {t('account.app.start')}
          </Button>
        )
      }
    >
      <QueryContent query={query} lines={1}>
        {({ enabled, recoveryCodes, hasPassword }) => (
          <>
            {enabled ? (
              <>
                <p>
                  <span className="state" data-tone="good">
                    {t('account.app.on')}
                  </span>{' '}
                  {t('account.app.left', { count: recoveryCodes })}
                </p>
                <div className="actions">
                  <Button variant="default" onClick={() => go('codes')}>
                    {t('account.app.codes.replace')}
                  </Button>
                  <Button variant="default" data-tone="bad" onClick={() => go('remove-app')}>
                    {t('account.app.remove')}
                  </Button>
                </div>
              </>
            ) : (
              open === 'app' && <SetUp hasPassword={hasPassword} close={close} />
            )}
          </>
        )}
      </QueryContent>
      {isOn && open === 'codes' && <ReplaceCodes close={close} />}
      {isOn && open === 'remove-app' && <Remove close={close} />}
    </AccountSection>
  );
}

function SetUp({ hasPassword, close }: { hasPassword: boolean; close: () => void }) {
  const [setup, setSetup] = useState<StartedSetup>();
  return (
    <Dialog
      close={close}
      title={t('account.app.start')}
      // A click outside must not lose codes that are shown once.
      closeOnClickOutside={setup === undefined}
    >
      {setup ? (
        <Complete setup={setup} close={close} />
      ) : (
        <Start hasPassword={hasPassword} close={close} setSetup={setSetup} />
      )}
    </Dialog>
  );
}

type StartProps = {
  hasPassword: boolean;
  close: () => void;
  setSetup: (setup: StartedSetup) => void;
};

function Start({ hasPassword, close, setSetup }: StartProps) {
  const isFresh = useIsRecentSignIn();
  const form = useApiForm({
    initial: { password: '' },
    check: (fields) => findBodyErrors(enableTotp.body, fields),
    send: ({ password }) =>
      createAccountClient().people.enableTotp(hasPassword ? { password } : {}),
    done: setSetup,
  });
  if ((!hasPassword && !isFresh) || isFreshSignInRequired(form.problem))
    return (
      <div className="stack">
        <SignInAgain />
      </div>
    );
  return (
    <form {...form.formProps} className="stack">
      <p>{t('account.app.need')}</p>
      {hasPassword && (
        <TextInput
          {...form.getInputProps('password')}
          type="password"
          label={t('account.password.current')}
          autoComplete="current-password"
          data-autofocus
          required
        />
      )}
      <FormFooter form={form} action={t('account.app.next')} cancel={close} />
    </form>
  );
}

function Complete({ setup, close }: { setup: StartedSetup; close: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { code: '' },
    check: (fields) => findBodyErrors(verifyTotp.body, fields),
    send: (fields) => createAccountClient().people.verifyTotp(fields),
    fieldOfCode: { invalid_second_factor: 'code' },
    done: async () => {
      await queries.invalidateQueries(secondFactorQuery);
      showToast(t('account.app.done'));
      close();
    },
  });
  return (
    <form {...form.formProps} className="stack">
      <p>{t('account.app.scan')}</p>
      <img
        className={classes.qr}
        src={setup.qrCode}
        width={200}
        height={200}
        alt={t('account.app.qr')}
      />
      <div>
        <p className="fine">{t('account.app.key')}</p>
        <pre data-testid="totp-secret">{setup.secret}</pre>
        <CopyButton text={setup.secret} label={t('account.app.key.copy')} size="compact-sm" />
      </div>
      <div>
        <p>{t('account.app.codes.words')}</p>
        <pre data-testid="recovery-codes">{setup.backupCodes.join('\n')}</pre>
        <CopyButton
          text={setup.backupCodes.join('\n')}
          label={t('account.app.codes.copy')}
          size="compact-sm"
        />
      </div>
      <TextInput
        {...form.getInputProps('code')}
        label={t('account.app.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      <FormFooter form={form} action={t('account.app.turnOn')} cancel={close} />
    </form>
  );
}

function ReplaceCodes({ close }: { close: () => void }) {
  const queries = useQueryClient();
  return (
    <NewSecretDialog
      title={t('account.app.codes.replace')}
      secretTitle={t('account.app.codes.title')}
      action={t('account.app.codes.replace')}
      close={close}
      options={{
        initial: { code: '' },
        check: (fields) => findBodyErrors(replaceRecoveryCodes.body, fields),
        send: (fields) => createAccountClient().people.replaceRecoveryCodes(fields),
        fieldOfCode: { invalid_second_factor: 'code' },
        done: () => void queries.invalidateQueries(secondFactorQuery),
      }}
      fields={({ getInputProps }) => (
        <>
          <p>{t('account.app.codes.replace.words')}</p>
          <TextInput
            {...getInputProps('code')}
            label={t('account.app.anyCode')}
            autoComplete="one-time-code"
            data-autofocus
            required
          />
        </>
      )}
      showSecret={({ backupCodes }, leave) => (
        <OneTimeSecret
          description={t('account.app.codes.words')}
          secret={backupCodes.join('\n')}
          testId="recovery-codes"
          close={leave}
        />
      )}
    />
  );
}

function Remove({ close }: { close: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { code: '' },
    check: (fields) => findBodyErrors(disableTotp.body, fields),
    send: (fields) => createAccountClient().people.disableTotp(fields),
    fieldOfCode: { invalid_second_factor: 'code' },
    done: async () => {
      await queries.invalidateQueries(secondFactorQuery);
      showToast(t('account.app.removed'));
      close();
    },
  });
  return (
    <Dialog close={close} title={t('account.app.remove.title')}>
      <form {...form.formProps} className="stack">
        <p>{t('account.app.remove.words')}</p>
        <TextInput
          {...form.getInputProps('code')}
          label={t('account.app.anyCode')}
          autoComplete="one-time-code"
          data-autofocus
          required
        />
        <FormFooter form={form} action={t('account.app.remove')} cancel={close} />
      </form>
    </Dialog>
  );
}
