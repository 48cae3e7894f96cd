import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/sso.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { emailField } from '../../shared/form.ts';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { FreshProblem } from './fresh-problem.tsx';
import { ProviderHelp } from './provider-help.tsx';
import { type Connection, domainsQuery, ssoKey } from './queries.ts';
import classes from './sso.module.css';

/** From the redirect URI to enforcement, in the order that is safe. */
export function ConnectionSteps({ connection }: { connection: Connection }) {
  return (
    <ol className={classes.steps} aria-label={t('sso.steps')}>
      <li>
        <RegisterStep connection={connection} />
      </li>
      <li>
        <TestStep connection={connection} />
      </li>
      <li>
        <DomainStep key={connection.domains.join(' ')} connection={connection} />
      </li>
      <li>
        <EnforceStep connection={connection} />
      </li>
    </ol>
  );
}

/** Values that the provider's console asks for. */
function RegisterStep({ connection }: { connection: Connection }) {
  const { oidc, saml, protocol } = connection;
  const help = <ProviderHelp protocol={protocol} step="paste" connection={connection} />;
  if (oidc)
    return (
      <div className="stack">
        <h3>{t('sso.step.redirect')}</h3>
        <code className={classes.uri}>{oidc.redirectUri}</code>
        <div>
          <CopyButton
            text={oidc.redirectUri}
            label={t('sso.step.redirect.copy')}
            size="compact-sm"
          />
        </div>
        {help}
      </div>
    );
  return (
    <div className="stack">
      <h3>{t('sso.step.saml')}</h3>
      <p className="fine">{t('sso.step.saml.words')}</p>
      {(['entityId', 'acsUrl', 'spMetadataUrl'] as const).map((name) => (
        <div key={name}>
          <p>{t(`sso.step.saml.${name}`)}</p>
          <code className={classes.uri}>{saml?.[name]}</code>
          <div>
            <CopyButton
              text={saml?.[name] ?? ''}
              label={t(`sso.step.saml.${name}.copy`)}
              size="compact-sm"
            />
          </div>
        </div>
      ))}
      {help}
    </div>
  );
}

function TestStep({ connection: { connectionId } }: { connection: Connection }) {
  const { api } = useAccount();
  const [url, setUrl] = useState<string>();
  const { act, isBusy, problem } = useAction(async () => {
    setUrl(undefined);
    const { url: link } = await api.sso.test({ connectionId });
    // Browsers may block a window that opens after a request. The link remains.
    if (!window.open(link, '_blank', 'popup,width=560,height=760')) setUrl(link);
  });
  return (
    <div className="stack">
      <h3>{t('sso.step.test')}</h3>
      <p className="fine">{t('sso.step.test.words')}</p>
      <div className="actions">
        <Button loading={isBusy} onClick={() => void act()}>
          {t('sso.step.test.action')}
        </Button>
        {url !== undefined && (
          <a href={url} target="_blank" rel="noreferrer">
            {t('sso.step.test.open')}
          </a>
        )}
      </div>
      <FreshProblem problem={problem} />
    </div>
  );
}

function DomainStep({ connection }: { connection: Connection }) {
  const here = useAccount();
  const { connectionId } = connection;
  const queries = useQueryClient();
  const { data: all = [] } = useQuery(domainsQuery(here));
  const [chosen, setChosen] = useState<readonly string[]>(connection.domains);
  const { act, isBusy, problem } = useAction(async () => {
    await here.api.sso.updateConnection({ connectionId, domains: [...chosen] });
    await queries.invalidateQueries(ssoKey(here.accountId));
    showToast(t('sso.step.domains.saved', { count: chosen.length }));
  });
  const isSame = [...chosen].sort().join(' ') === connection.domains.join(' ');
  return (
    <div className="stack">
      <h3>{t('sso.step.domains')}</h3>
      <p className="fine">
        {t(all.length > 0 ? 'sso.step.domains.words' : 'sso.step.domains.none')}
      </p>
      {all.map(({ domain, verified, connectionId: user }) => {
        const isTaken = user !== null && user !== connectionId;
        const label = isTaken
          ? t('sso.step.domains.other', { domain })
          : verified
            ? domain
            : t('sso.step.domains.unverified', { domain });
        return (
          <Checkbox
            key={domain}
            label={label}
            disabled={isTaken}
            checked={chosen.includes(domain)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen((before) =>
                checked ? [...before, domain] : before.filter((one) => one !== domain),
              )
            }
          />
        );
      })}
      {all.length > 0 && (
        <div>
          <Button variant="default" loading={isBusy} disabled={isSame} onClick={() => void act()}>
            {t('sso.step.domains.save')}
          </Button>
        </div>
      )}
      <FreshProblem problem={problem} />
    </div>
  );
}

function EnforceStep({ connection }: { connection: Connection }) {
  const { accountId, api } = useAccount();
  const { connectionId, enforced, breakGlassEmail } = connection;
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [owner, setOwner] = useState(breakGlassEmail ?? '');
  const change = async () => {
    await api.sso.updateConnection({
      ...{ connectionId, enforced: !enforced },
      ...(!enforced && { breakGlassEmail: owner }),
    });
    await queries.invalidateQueries(ssoKey(accountId));
    showToast(t(enforced ? 'sso.step.enforce.stopped' : 'sso.step.enforce.done'));
  };
  const action = t(enforced ? 'sso.step.enforce.stop' : 'sso.step.enforce.action');
  return (
    <div className="stack">
      <h3>{t('sso.step.enforce')}</h3>
      <p className="fine">
        {enforced
          ? t('sso.step.enforce.on', { email: breakGlassEmail ?? '' })
          : t('sso.step.enforce.off')}
      </p>
      <div>
        <Button
          variant="default"
          disabled={!enforced && connection.domains.length === 0}
          onClick={() => setAsking(true)}
        >
          {action}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t(enforced ? 'sso.step.enforce.stop.title' : 'sso.step.enforce.title')}
        action={action}
        act={change}
      >
        {(errors) => (
          <>
            <p>{t(enforced ? 'sso.step.enforce.stop.words' : 'sso.step.enforce.words')}</p>
            {!enforced && (
              <TextInput
                {...emailField}
                label={t('sso.step.enforce.owner')}
                description={t('sso.step.enforce.owner.hint')}
                value={owner}
                error={errors.breakGlassEmail}
                onChange={({ currentTarget }) => setOwner(currentTarget.value)}
                required
              />
            )}
          </>
        )}
      </ConfirmDialog>
    </div>
  );
}
