import { pagePaths, pathMaker } from '@insignia/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { ButtonLink } from '../../shared/button-link.tsx';
import { Confirm } from '../../shared/confirm.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { tell } from '../../shared/toast.tsx';
import { EditIssuer } from './edit.tsx';
import { Facts } from './facts.tsx';
import { issuerQuery, type OneIssuer as WholeIssuer } from './queries.ts';
import { SigningKeys } from './signing-keys.tsx';
import { IssuerState } from './state.tsx';
import { t } from './t.ts';
import { Verify } from './verify.tsx';

const route = getRouteApi('/$accountId/issuers/$issuerId');

export function OneIssuer() {
  const here = useHere();
  const { issuerId } = route.useParams();
  const query = useQuery(issuerQuery(here, issuerId));
  if (query.data) return <Shown issuer={query.data} key={issuerId} />;
  return (
    <Screen title={t('nav.issuers')} narrow>
      <Loaded query={query}>{() => null}</Loaded>
    </Screen>
  );
}

function Shown({ issuer }: { issuer: WholeIssuer }) {
  const here = useHere();
  const { accountId, api, may } = here;
  // New users are led to the next step.
  const isFirst = useQuery(badgesQuery(here)).data?.length === 0;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const issuerId = bareId(issuer.id);
  const remove = async () => {
    await api.issuers.delete({ issuerId });
    await navigate({ to: '/$accountId/issuers', params: { accountId } });
    await queries.invalidateQueries({ queryKey: [accountId] });
    tell(t('issuers.deleted', { name: issuer.name }));
  };
  return (
    <Screen
      title={issuer.name}
      above={
        <Link to="/$accountId/issuers" params={{ accountId }}>
          {t('nav.issuers')}
        </Link>
      }
      lead={<IssuerState verified={issuer.verified} />}
      actions={
        <>
          {may('deleteIssuer') && (
            <Button variant="default" data-tone="bad" onClick={() => setDeleting(true)}>
              {t('delete')}
            </Button>
          )}
          <Button
            component="a"
            variant="default"
            href={pathMaker(pagePaths.issuer)(issuerId)}
            target="_blank"
          >
            {t('openPage')}
          </Button>
          <ButtonLink
            variant="default"
            to="/$accountId/issuers/$issuerId/brand"
            params={{ accountId, issuerId }}
          >
            {t('issuers.brand')}
          </ButtonLink>
          {issuer.verified && isFirst && may('createBadge') && (
            <ButtonLink to="/$accountId/badges/new" params={{ accountId }}>
              {t('issuers.badge')}
            </ButtonLink>
          )}
        </>
      }
      narrow
    >
      {!issuer.verified && may('verifyIssuer') && <Verify issuer={issuer} />}
      {issuer.verified && <Facts issuer={issuer} />}
      <EditIssuer issuer={issuer} />
      {issuer.verified && <SigningKeys issuerId={issuerId} name={issuer.name} />}
      <AsCurl operation="updateIssuer" args={{ issuerId, linkedinOrganizationId: '1234567' }} />
      <Confirm
        opened={isDeleting}
        close={() => setDeleting(false)}
        title={t('issuers.delete.title', { name: issuer.name })}
        action={t('delete')}
        typed={issuer.name}
        act={remove}
      >
        <p>{t('issuers.delete.words')}</p>
      </Confirm>
    </Screen>
  );
}
