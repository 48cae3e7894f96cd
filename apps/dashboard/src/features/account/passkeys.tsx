import { removePasskey, renamePasskey, startPasskey } from '@insignia/contract';
import { InsigniaError } from '@insignia/sdk';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { Dialog } from '../../shared/confirm-dialog.tsx';
import { createAccountClient } from '../../shared/connection.ts';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { showToast } from '../../shared/toast.tsx';
import classes from './account.module.css';
import { type Passkey, passkeysQuery, secondFactorQuery, sessionsQuery } from './queries.ts';
import { isFreshSignInRequired, SignInAgain, useIsRecentSignIn } from './recent-sign-in.tsx';
import { AccountSection } from './section.tsx';

const route = getRouteApi('/$accountId/account');

/** Lists, adds, renames and removes the passkeys that sign the user in. */
export function Passkeys() {
  const query = useQuery(passkeysQuery);
  const navigate = route.useNavigate();
  const isAdding = route.useSearch().do === 'passkey';
  const [shown, setShown] = useState<{ passkey: Passkey; dialog: 'rename' | 'remove' }>();
  const close = () => setShown(undefined);
  return (
    <AccountSection
      title={t('account.passkeys.title')}
      description={t('account.passkeys.words')}
      action={
        canAddPasskeys() && (
          <Button variant="default" onClick={() => void navigate({ search: { do: 'passkey' } })}>
            {t('account.passkeys.add')}
          </Button>
        )
      }
    >
      <QueryContent query={query} lines={1}>
        {(passkeys) =>
          passkeys.length > 0 ? (
            <ul className={classes.sessions} aria-label={t('account.passkeys.list')}>
              {passkeys.map((passkey) => (
                <PasskeyItem
                  key={passkey.id}
                  passkey={passkey}
                  open={(dialog) => setShown({ passkey, dialog })}
                />
              ))}
            </ul>
          ) : (
            <p>{t(canAddPasskeys() ? 'account.passkeys.none' : 'account.passkeys.unsupported')}</p>
          )
        }
      </QueryContent>
      {isAdding && canAddPasskeys() && <Add close={() => void navigate({ search: {} })} />}
      {shown?.dialog === 'rename' && <Rename passkey={shown.passkey} close={close} />}
      {shown?.dialog === 'remove' && <Remove passkey={shown.passkey} close={close} />}
    </AccountSection>
  );
}

type ItemProps = { passkey: Passkey; open: (dialog: 'rename' | 'remove') => void };

function PasskeyItem({ passkey: { name, createdAt, lastUsedAt }, open }: ItemProps) {
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p className="fine">
          {t('account.passkeys.added')} <RelativeTime at={createdAt} />,{' '}
          {lastUsedAt === null ? (
            t('account.passkeys.unused')
          ) : (
            <>
              {t('account.passkeys.used')} <RelativeTime at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className="actions">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('account.passkeys.rename.of', { name })}
          onClick={() => open('rename')}
        >
          {t('account.passkeys.rename')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          data-tone="bad"
          aria-label={t('account.passkeys.remove.of', { name })}
          onClick={() => open('remove')}
        >
          {t('account.passkeys.remove')}
        </Button>
      </div>
    </li>
  );
}

const isFactorRequired = (problem: unknown) =>
  problem instanceof InsigniaError && problem.code === 'second_factor_required';

function Add({ close }: { close: () => void }) {
  const queries = useQueryClient();
  const isFresh = useIsRecentSignIn();
  const { data: factor } = useQuery(secondFactorQuery);
  const needsPassword = factor?.hasPassword === true && !isFresh;
  const form = useApiForm({
    initial: { name: '', password: '' },
    check: ({ password }) => findBodyErrors(startPasskey.body, { password }),
    send: ({ name, password }) => createPasskey(name, needsPassword ? password : undefined),
    done: async () => {
      await queries.invalidateQueries(passkeysQuery);
      await queries.invalidateQueries(sessionsQuery);
      showToast(t('account.passkeys.done'));
      close();
    },
  });
  const { problem } = form;
  const mustSignIn =
    (factor?.hasPassword === false && !isFresh) ||
    isFreshSignInRequired(problem) ||
    isFactorRequired(problem);
  return (
    <Dialog title={t('account.passkeys.add')} close={close}>
      {mustSignIn ? (
        <div className="stack">
          <SignInAgain {...(isFactorRequired(problem) && { words: t('account.passkeys.fresh') })} />
        </div>
      ) : (
        <form {...form.formProps} className="stack">
          <p>{t('account.passkeys.add.words')}</p>
          <TextInput
            {...form.getInputProps('name')}
            label={t('account.passkeys.name')}
            description={t('account.passkeys.name.hint')}
            autoComplete="off"
            maxLength={100}
            data-autofocus
          />
          {needsPassword && (
            <TextInput
              {...form.getInputProps('password')}
              type="password"
              label={t('account.password.current')}
              autoComplete="current-password"
              required
            />
          )}
          <FormFooter form={form} action={t('account.passkeys.add')} cancel={close} />
        </form>
      )}
    </Dialog>
  );
}

type ChangeProps = { passkey: Passkey; close: () => void };

function Rename({ passkey: { id, name }, close }: ChangeProps) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { name },
    check: (fields) => findBodyErrors(renamePasskey.body, { id, ...fields }),
    send: (fields) => createAccountClient().people.renamePasskey({ id, ...fields }),
    done: async () => {
      await queries.invalidateQueries(passkeysQuery);
      showToast(t('account.passkeys.renamed'));
      close();
    },
  });
  return (
    <Dialog title={t('account.passkeys.rename.title')} close={close}>
      <form {...form.formProps} className="stack">
        <TextInput
          {...form.getInputProps('name')}
          label={t('account.passkeys.name')}
          autoComplete="off"
          data-autofocus
          required
        />
        <FormFooter form={form} action={t('account.passkeys.rename.action')} cancel={close} />
      </form>
    </Dialog>
  );
}

function Remove({ passkey: { id, name }, close }: ChangeProps) {
  const queries = useQueryClient();
  const { data: factor } = useQuery(secondFactorQuery);
  const form = useApiForm({
    initial: { code: '' },
    check: ({ code }) => findBodyErrors(removePasskey.body, { id, ...(code && { code }) }),
    send: ({ code }) => createAccountClient().people.removePasskey({ id, ...(code && { code }) }),
    fieldOfCode: { invalid_second_factor: 'code' },
    done: async () => {
      await queries.invalidateQueries(passkeysQuery);
      await queries.invalidateQueries(sessionsQuery);
      showToast(t('account.passkeys.removed'));
      close();
    },
  });
  return (
    <Dialog title={t('account.passkeys.remove.title', { name })} close={close}>
      {isFreshSignInRequired(form.problem) ? (
        <div className="stack">
          <SignInAgain words={t('account.passkeys.fresh')} />
        </div>
      ) : (
        <form {...form.formProps} className="stack">
          <p>{t('account.passkeys.remove.words')}</p>
          {factor?.enabled && (
            <TextInput
              {...form.getInputProps('code')}
              label={t('account.app.anyCode')}
              description={t('account.passkeys.remove.code')}
              autoComplete="one-time-code"
              data-autofocus
            />
          )}
          <FormFooter form={form} action={t('account.passkeys.remove.action')} cancel={close} />
        </form>
      )}
    </Dialog>
  );
}

/** False at addresses without HTTPS, and in browsers from before 2025. */
const canAddPasskeys = () =>
  globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON !== undefined;

/** Errors of browsers (WebAuthn Level 3 §5.1.3). */
const codes: Readonly<Record<string, 'passkey_exists' | 'invalid_passkey'>> = {
  InvalidStateError: 'passkey_exists',
  NotAllowedError: 'invalid_passkey',
  SecurityError: 'invalid_passkey',
};

async function createPasskey(name: string, password: string | undefined): Promise<void> {
  const { people } = createAccountClient();
  const { options } = await people.startPasskey({ ...(password !== undefined && { password }) });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const credential = await navigator.credentials.create({ publicKey }).catch((error: Error) => {
    const code = codes[error.name];
    throw code ? new InsigniaError(error.message, { code, status: 0, cause: error }) : error;
  });
  const response = (credential as PublicKeyCredential).toJSON();
  await people.addPasskey({
    ...(name.trim() && { name: name.trim() }),
    response: response as never,
  });
}
