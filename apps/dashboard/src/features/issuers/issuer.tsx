import { createPathBuilder, pagePaths } from '@insignia/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { EditIssuer } from './edit.tsx';
import { IssuerFacts } from './facts.tsx';
import { IssuerStatus } from './issuer-status.tsx';
import { issuerQuery, type FullIssuer as WholeIssuer } from './queries.ts';
import { SigningKeys } from './signing-keys.tsx';
import { t } from './t.ts';
import { VerifyIssuer } from './verify-issuer.tsx';

const route = getRouteApi('/$accountId/issuers/$issuerId');

export function IssuerScreen() {
  const here = useAccount();
  const { issuerId } = route.useParams();
  const query = useQuery(issuerQuery(here, issuerId));
  if (query.data) return <Shown issuer={query.data} key={issuerId} />;
  return (
    <Screen title={t('nav.issuers')} narrow>
      <QueryContent query={query}>{() => null}</QueryContent>
    </Screen>
  );
}

function Shown({ issuer }: { issuer: WholeIssuer }) {
  const here = useAccount();
  const { accountId, api, may } = here;
  // New users are led to the next step.
  const isFirst = useQuery(badgesQuery(here)).data?.length === 0;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const issuerId = idFromUrl(issuer.id);
  const remove = async () => {
    await api.issuers.delete({ issuerId });
    await navigate({ to: '/$accountId/issuers', params: { accountId } });
    await queries.invalidateQueries({ queryKey: [accountId] });
    showToast(t('issuers.deleted', { name: issuer.name }));
  };
  return (
    <Screen
      title={issuer.name}
      above={
        <Link to="/$accountId/issuers" params={{ accountId }}>
          {t('nav.issuers')}
        </Link>
      }
      lead={<IssuerStatus verified={issuer.verified} />}
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
            href={createPathBuilder(pagePaths.issuer)(issuerId)}
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
      {!issuer.verified && may('verifyIssuer') && <VerifyIssuer issuer={issuer} />}
      {issuer.verified && <IssuerFacts issuer={issuer} />}
      <EditIssuer issuer={issuer} />
      {issuer.verified && <SigningKeys issuerId={issuerId} name={issuer.name} />}
      <CurlExample
        operation="updateIssuer"
        args={{ issuerId, linkedinOrganizationId: '1234567' }}
      />
      <ConfirmDialog
        opened={isDeleting}
        close={() => setDeleting(false)}
        title={t('issuers.delete.title', { name: issuer.name })}
        action={t('issuers.delete.action')}
        typed={issuer.name}
        act={remove}
      >
        <p>{t('issuers.delete.words')}</p>
      </ConfirmDialog>
    </Screen>
  );
}
