import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { saveResponse } from '../../shared/downloads.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { badgesQuery, credentialsQuery } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { buildCredentialFilter } from '../../shared/search.ts';
import { SearchField } from '../../shared/search-field.tsx';
import { useAction } from '../../shared/use-action.ts';
import { CredentialTable } from './credential-table.tsx';
import classes from './list.module.css';

const route = getRouteApi('/$accountId/credentials');

const states = ['valid', 'expired', 'revoked'] as const;
const emails = ['not_emailed', 'emailed', 'bounced'] as const;

export function Credentials() {
  const here = useAccount();
  const { accountId, api, may } = here;
  const params = route.useSearch();
  const navigate = route.useNavigate();
  const filter = buildCredentialFilter(params);
  const query = useInfiniteQuery(credentialsQuery(here, filter));
  const { data: badges = [] } = useQuery(badgesQuery(here));
  const text = Object.keys(filter).length > 0 ? { filter: JSON.stringify(filter) } : {};
  const { act, isBusy, problem } = useAction(async () =>
    saveResponse(await api.credentials.exportCsv(text), 'credentials.csv'),
  );
  return (
    <Screen
      title={t('nav.credentials')}
      lead={t('credentials.lead')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => void act()}
          >
            {t('credentials.export')}
          </Button>
          {may('createAward') && (
            <ButtonLink to="/$accountId/issue" params={{ accountId }}>
              {t('issue')}
            </ButtonLink>
          )}
        </>
      }
    >
      <ProblemNotice problem={problem} />
      <search className={classes.filters}>
        <SearchField
          value={params.search ?? ''}
          placeholder={t('credentials.search')}
          onChange={(search) =>
            void navigate({ search: { ...params, search: search || undefined }, replace: true })
          }
        />
        <Select
          aria-label={t('issue.badge')}
          placeholder={t('credentials.anyBadge')}
          data={badges.map(({ id, name }) => ({ value: idFromUrl(id), label: name }))}
          value={params.badge ?? null}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('credentials.anyBadge') }}
          onChange={(badge) => void navigate({ search: { ...params, badge: badge ?? undefined } })}
        />
        <Select
          aria-label={t('credentials.state')}
          placeholder={t('credentials.anyState')}
          data={states.map((value) => ({ value, label: t(`credentials.${value}`) }))}
          value={params.state ?? null}
          clearable
          clearButtonProps={{ 'aria-label': t('credentials.anyState') }}
          onChange={(state) =>
            void navigate({
              search: { ...params, state: states.find((each) => each === state) },
            })
          }
        />
        <Select
          aria-label={t('credentials.email')}
          placeholder={t('credentials.anyEmail')}
          data={emails.map((value) => ({ value, label: t(`credentials.${value}`) }))}
          value={params.email ?? null}
          clearable
          clearButtonProps={{ 'aria-label': t('credentials.anyEmail') }}
          onChange={(email) =>
            void navigate({
              search: { ...params, email: emails.find((each) => each === email) },
            })
          }
        />
      </search>
      <CredentialTable query={query} filter={filter} key={JSON.stringify(filter)} />
      <CurlExample operation="listAwards" args={text} />
    </Screen>
  );
}
