import { listMail } from '@insignia/contract';
import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { Notice } from '../../shared/notice.tsx';
import { Screen } from '../../shared/screen.tsx';
import { SearchField } from '../../shared/search-field.tsx';
import classes from './mail.module.css';
import { MailTable } from './mail-table.tsx';
import { type MailState, mailQuery } from './queries.ts';
import { buildMailFilter } from './search.ts';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/mail');
const states = listMail.query.shape.state.unwrap().options;
const any = 'any';

export function MailScreen() {
  const search = route.useSearch();
  const { state, search: text = '' } = search;
  const filter = buildMailFilter(search);
  const navigate = route.useNavigate();
  const here = useAccount();
  const query = useInfiniteQuery(mailQuery(here, filter));
  return (
    <Screen title={t('nav.mail')} lead={t('mail.lead')}>
      {here.account.mailsToFiles && <Notice tone="warn">{t('mail.toFiles')}</Notice>}
      <search className={classes.filters}>
        <SearchField
          value={text}
          placeholder={t('mail.search')}
          onChange={(words) =>
            void navigate({ search: { ...search, search: words || undefined }, replace: true })
          }
        />
        <Select
          aria-label={t('state')}
          data={[
            { value: any, label: t('mail.any') },
            ...states.map((value) => ({ value, label: t(`mail.state.${value}`) })),
          ]}
          value={state ?? any}
          allowDeselect={false}
          onChange={(chosen) => {
            const wanted = chosen === any ? undefined : (chosen as MailState);
            void navigate({ search: { ...search, state: wanted } });
          }}
        />
      </search>
      <MailTable query={query} filter={filter} key={JSON.stringify(filter)} />
      <CurlExample operation="listMail" args={filter} />
    </Screen>
  );
}
