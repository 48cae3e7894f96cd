import { addSsoDomain } from '@insignia/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/sso.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useApiForm } from '../../shared/form.ts';
import lineClasses from '../../shared/line.module.css';
import { QueryContent } from '../../shared/query-content.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { FreshProblem } from './fresh-problem.tsx';
import { type Domain, domainsQuery, ssoKey } from './queries.ts';
import classes from './sso.module.css';

/** The account's domains, with the records that prove them. */
export function Domains() {
  const query = useQuery(domainsQuery(useAccount()));
  return (
    <section className="sheet stack" aria-label={t('sso.domains')}>
      <div>
        <h2>{t('sso.domains')}</h2>
        <p className="fine">{t('sso.domains.words')}</p>
      </div>
      <QueryContent query={query} lines={2}>
        {(domains) =>
          domains.length > 0 && (
            <ul className={classes.list}>
              {domains.map((domain) => (
                <DomainItem key={domain.domain} item={domain} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <AddDomain />
    </section>
  );
}

function AddDomain() {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { domain: '' },
    check: (fields) => findBodyErrors(addSsoDomain.body, fields),
    send: (fields) => api.sso.addDomain(fields),
    done: async ({ domain }) => {
      form.restart({ domain: '' });
      await queries.invalidateQueries(ssoKey(accountId));
      showToast(t('sso.domain.added', { domain }));
    },
  });
  return (
    <form {...form.formProps} className={classes.add}>
      <TextInput
        {...form.getInputProps('domain')}
        label={t('sso.domain.name')}
        description={t('sso.domain.hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <FreshProblem problem={form.problem} />
      <div>
        <Button type="submit" variant="default" loading={form.isBusy}>
          {t('sso.domain.add')}
        </Button>
      </div>
    </form>
  );
}

const tones = { verified: 'good', missing: 'warn', unverified: undefined } as const;

function DomainItem({ item }: { item: Domain }) {
  const { domain, record, verified, missingSince } = item;
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const state = !verified ? 'unverified' : missingSince ? 'missing' : 'verified';
  const verify = useAction(async () => {
    await api.sso.verifyDomain({ domain });
    await queries.invalidateQueries(ssoKey(accountId));
    showToast(t('sso.domain.verify.done', { domain }));
  });
  const remove = async () => {
    await api.sso.deleteDomain({ domain });
    await queries.invalidateQueries(ssoKey(accountId));
    showToast(t('sso.domain.deleted', { domain }));
  };
  return (
    <li>
      <div className={lineClasses.line}>
        <strong>{domain}</strong>
        <span className="state" data-tone={tones[state]}>
          {t(`sso.domain.${state}`)}
        </span>
        <span className={lineClasses.end}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('sso.domain.delete.of', { domain })}
            onClick={() => setAsking(true)}
          >
            {t('delete')}
          </Button>
        </span>
      </div>
      {state !== 'verified' && (
        <>
          <p className="fine">{t('sso.domain.record')}</p>
          <dl className={classes.record}>
            <dt>{t('sso.domain.record.name')}</dt>
            <dd>
              <code>{record.name}</code>
            </dd>
            <dt>{t('sso.domain.record.value')}</dt>
            <dd>
              <code>{record.value}</code>
            </dd>
          </dl>
          <div className="actions">
            <CopyButton
              text={record.value}
              label={t('sso.domain.record.copy')}
              aria-label={t('sso.domain.record.copy.of', { domain })}
              size="compact-sm"
            />
            <Button
              size="compact-sm"
              loading={verify.isBusy}
              aria-label={t('sso.domain.verify.of', { domain })}
              onClick={() => void verify.act()}
            >
              {t('sso.domain.verify')}
            </Button>
          </div>
          <FreshProblem problem={verify.problem} />
        </>
      )}
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t('sso.domain.delete.title', { domain })}
        action={t('sso.domain.delete.action')}
        act={remove}
      >
        <p>{t('sso.domain.delete.words')}</p>
      </ConfirmDialog>
    </li>
  );
}
