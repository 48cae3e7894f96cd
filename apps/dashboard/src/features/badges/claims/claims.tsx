import { claimOperations } from '@insignia/contract';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../../messages/en/claims.ts';
import { useAccount } from '../../../shared/account.ts';
import { findBodyErrors } from '../../../shared/body-errors.ts';
import { ConfirmDialog, Dialog } from '../../../shared/confirm-dialog.tsx';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { CurlExample } from '../../../shared/curl-example.tsx';
import { useApiForm } from '../../../shared/form.ts';
import { FormFooter } from '../../../shared/form-footer.tsx';
import { formatDay } from '../../../shared/format.ts';
import { LoadMore } from '../../../shared/load-more.tsx';
import { MoreMenu } from '../../../shared/more-menu.tsx';
import { ProblemNotice } from '../../../shared/notice.tsx';
import { EmptyState, QueryContent } from '../../../shared/query-content.tsx';
import { Screen } from '../../../shared/screen.tsx';
import { Table } from '../../../shared/table.tsx';
import { showToast } from '../../../shared/toast.tsx';
import { useAction } from '../../../shared/use-action.ts';
import { badgeQuery } from '../queries.ts';
import classes from './claims.module.css';
import { type Claim, claimsQuery, formatClaimCode } from './queries.ts';
import { ClaimRequests } from './requests.tsx';

const route = getRouteApi('/$accountId/badges/$badgeId/claims');

export function ClaimsScreen() {
  const here = useAccount();
  const { badgeId } = route.useParams();
  const badge = useQuery(badgeQuery(here, badgeId));
  const query = useInfiniteQuery(claimsQuery(here, badgeId));
  const [isCreating, setCreating] = useState(false);
  const claims = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const createButton = here.may('createClaim') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('claims.new')}
    </Button>
  );
  return (
    <Screen
      title={t('claims.title')}
      lead={t('claims.lead')}
      above={
        <Link to="/$accountId/badges/$badgeId" params={{ accountId: here.accountId, badgeId }}>
          {badge.data?.name ?? t('nav.badges')}
        </Link>
      }
      actions={claims.length > 0 ? createButton : null}
    >
      <QueryContent query={query}>
        {() =>
          claims.length === 0 ? (
            <EmptyState title={t('claims.none.title')} action={createButton}>
              {t('claims.none.words')}
            </EmptyState>
          ) : (
            <>
              <ClaimTable claims={claims} badgeId={badgeId} />
              <LoadMore query={query} shown={claims.length} />
              {claims
                .filter(({ waiting }) => waiting > 0)
                .map((claim) => (
                  <ClaimRequests key={claim.claimId} claim={claim} badgeId={badgeId} />
                ))}
            </>
          )
        }
      </QueryContent>
      <CurlExample operation="listClaims" args={{ badgeId }} />
      {isCreating && (
        <NewClaim
          badgeId={badgeId}
          fieldNames={badge.data?.attributes?.map(({ name }) => name) ?? []}
          close={() => setCreating(false)}
        />
      )}
    </Screen>
  );
}

const formatClaimed = ({ claimed, limit }: Pick<Claim, 'claimed' | 'limit'>): string =>
  limit === null
    ? t('claims.claimed.unlimited', { claimed })
    : t('claims.claimed.of', { claimed, limit });

function ClaimTable({ claims, badgeId }: { claims: readonly Claim[]; badgeId: string }) {
  return (
    <Table
      label={t('claims.title')}
      rows={claims}
      getKey={({ claimId }) => claimId}
      columns={[
        {
          title: t('claims.code'),
          show: ({ url, code, approval, fields, ...claim }) => (
            <div className={classes.code}>
              <a href={url} target="_blank" rel="noreferrer">
                <code>{formatClaimCode(code)}</code>
              </a>
              <span className="fine">
                {[...(approval ? [t('claims.withApproval')] : []), ...fields].join(' · ')}
              </span>
              <span className="fine" data-instead>
                {t('claims.claimed')}: {formatClaimed(claim)}
              </span>
            </div>
          ),
        },
        {
          title: t('state'),
          show: ({ status }) => (
            <span className="state" data-tone={status === 'open' ? 'good' : 'quiet'}>
              {t(`claims.status.${status}`)}
            </span>
          ),
        },
        {
          title: t('claims.claimed'),
          isNumber: true,
          isMinor: true,
          show: formatClaimed,
        },
        {
          title: t('claims.ends'),
          isMinor: true,
          show: ({ expires }) => (expires ? formatDay(expires) : t('claims.ends.never')),
        },
        {
          title: t('actions'),
          isBelow: true,
          show: (claim) => <ClaimActions claim={claim} badgeId={badgeId} />,
        },
      ]}
    />
  );
}

function ClaimActions({ claim, badgeId }: { claim: Claim; badgeId: string }) {
  const here = useAccount();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const { claimId, url, active, waiting } = claim;
  const code = formatClaimCode(claim.code);
  const refresh = () => queries.invalidateQueries(claimsQuery(here, badgeId));
  const change = useAction(async () => {
    await here.api.claims.update({ claimId, active: !active });
    await refresh();
    showToast(t(active ? 'claims.stopped' : 'claims.restarted', { code }));
  });
  const remove = async () => {
    await here.api.claims.delete({ claimId });
    await refresh();
    showToast(t('claims.deleted', { code }));
  };
  const toggle = active ? 'stop' : 'restart';
  return (
    <div className={classes.actions}>
      <CopyButton
        text={url}
        label={t('copyLink')}
        size="compact-sm"
        aria-label={t('claims.copy.of', { code })}
      />
      <Button
        component="a"
        href={`${url}?qr=1`}
        target="_blank"
        rel="noreferrer"
        variant="default"
        size="compact-sm"
        aria-label={t('claims.qr.of', { code })}
      >
        {t('claims.qr')}
      </Button>
      {here.may('updateClaim') && (
        <Button
          variant="default"
          size="compact-sm"
          loading={change.isBusy}
          aria-label={t(`claims.${toggle}.of`, { code })}
          onClick={() => void change.act()}
        >
          {t(`claims.${toggle}`)}
        </Button>
      )}
      {here.may('deleteClaim') && (
        <MoreMenu
          items={[{ label: t('claims.delete.of', { code }), act: () => setDeleting(true) }]}
          size="compact-sm"
        />
      )}
      <ProblemNotice problem={change.problem} />
      <ConfirmDialog
        opened={isDeleting}
        close={() => setDeleting(false)}
        title={t('claims.delete.title', { code })}
        action={t('claims.delete.action')}
        act={remove}
      >
        <p>{t('claims.delete.words', { waiting })}</p>
      </ConfirmDialog>
    </div>
  );
}

const initial = { limit: '', expires: '', approval: false, fields: [] as string[] };
type ClaimValues = typeof initial;

const toRequestBody = ({ limit, expires, approval, fields }: ClaimValues) => ({
  ...(limit.trim() !== '' && { limit: Number(limit) }),
  ...(expires.trim() !== '' && { expires: expires.trim() }),
  approval,
  ...(fields.length > 0 && { fields }),
});

type NewClaimProps = { badgeId: string; fieldNames: readonly string[]; close: () => void };

function NewClaim({ badgeId, fieldNames, close }: NewClaimProps) {
  const here = useAccount();
  const queries = useQueryClient();
  const form = useApiForm({
    draft: `${here.accountId}.claim.${badgeId}`,
    initial,
    check: (fields: ClaimValues) =>
      findBodyErrors(claimOperations.createClaim.body, toRequestBody(fields)),
    send: (fields, key) =>
      here.api.claims.create({ badgeId, ...toRequestBody(fields) }, { idempotencyKey: key }),
    done: () => {
      void queries.invalidateQueries(claimsQuery(here, badgeId));
      showToast(t('claims.created'));
      close();
    },
  });
  const { values, getInputProps, setFieldValue } = form;
  const discard = () => {
    form.discard();
    close();
  };
  return (
    <Dialog close={discard} title={t('claims.new')}>
      <form {...form.formProps} className="stack">
        <TextInput
          {...getInputProps('limit')}
          label={t('claims.limit')}
          description={t('claims.limit.hint')}
          inputMode="numeric"
          data-autofocus
        />
        <TextInput
          {...getInputProps('expires')}
          label={t('claims.expires')}
          description={t('claims.expires.hint')}
          type="date"
        />
        <Checkbox
          {...getInputProps('approval', { type: 'checkbox' })}
          label={t('claims.approval')}
          description={t('claims.approval.hint')}
        />
        {fieldNames.length > 0 && (
          <Checkbox.Group
            label={t('claims.fields')}
            value={[...values.fields]}
            onChange={(fields) => setFieldValue('fields', fields)}
            error={form.errors.fields}
          >
            <div className="stack">
              {fieldNames.map((name) => (
                <Checkbox key={name} value={name} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <FormFooter form={form} action={t('claims.create')} cancel={discard} />
      </form>
    </Dialog>
  );
}
