import { listMail } from '@insignia/contract';
import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { Screen } from '../../shared/screen.tsx';
import { Found } from './found.tsx';
import classes from './mail.module.css';
import { type MailState, mailQuery } from './queries.ts';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/mail');
const states = listMail.query.shape.state.unwrap().options;
const any = 'any';

export function Mail() {
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(mailQuery(useHere(), state));
  return (
    <Screen title={t('nav.mail')} lead={t('mail.lead')}>
      <search className={classes.filter}>
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
            void navigate({ search: { state: wanted } });
          }}
        />
      </search>
      <Found query={query} isFiltered={state !== undefined} key={state ?? any} />
      <AsCurl operation="listMail" args={{ state }} />
    </Screen>
  );
}
