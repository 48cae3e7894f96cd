import type { IssuerDesign } from '@insignia/design';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/certificates.ts';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatDay, formatNumber } from '../../shared/format.ts';
import { certificatesQuery, issuersQuery } from '../../shared/queries.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { Table } from '../../shared/table.tsx';
import classes from './certificates.module.css';
import { DesignActions } from './design-actions.tsx';
import { NewDesign } from './new-design.tsx';
import type { CertificateItem } from './queries.ts';

const route = getRouteApi('/$accountId/issuers/$issuerId/certificates');

export function Certificates() {
  const here = useAccount();
  const { accountId, may } = here;
  const { issuerId } = route.useParams();
  const query = useQuery(certificatesQuery(here, issuerId));
  const issuers = useQuery(issuersQuery(here));
  const issuer = issuers.data?.find(({ id }) => idFromUrl(id) === issuerId)?.name ?? '';
  const [creating, setCreating] = useState<IssuerDesign['kind']>();
  const create = may('createCertificate') && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setCreating('certificate')}
    >
      {t('certificates.new')}
    </Button>
  );
  return (
    <Screen
      title={t('nav.certificates')}
      above={
        <Link to="/$accountId/issuers/$issuerId" params={{ accountId, issuerId }}>
          {issuer || t('nav.issuers')}
        </Link>
      }
      lead={issuer && t('certificates.lead', { name: issuer })}
      actions={
        may('createCertificate') &&
        query.data && (
          <>
            <Button variant="default" onClick={() => setCreating('card')}>
              {t('certificates.newCard')}
            </Button>
            {query.data.length > 0 && create}
          </>
        )
      }
    >
      <QueryContent query={query}>
        {(designs) =>
          designs.length === 0 ? (
            <EmptyState title={t('certificates.none.title')} action={create}>
              {t('certificates.none.words')}
            </EmptyState>
          ) : (
            <DesignTable issuerId={issuerId} issuer={issuer} designs={designs} />
          )
        }
      </QueryContent>
      <CurlExample operation="listCertificates" args={{ issuerId }} />
      {creating && (
        <NewDesign issuerId={issuerId} kind={creating} close={() => setCreating(undefined)} />
      )}
    </Screen>
  );
}

type Props = { issuerId: string; issuer: string; designs: readonly CertificateItem[] };

function DesignTable({ issuerId, issuer, designs }: Props) {
  const { accountId, may } = useAccount();
  return (
    <Table
      label={t('nav.certificates')}
      rows={designs}
      getKey={({ certificateId }) => certificateId}
      columns={[
        {
          title: t('certificates.name'),
          show: ({ certificateId, name, isDefault }) => (
            <span className={classes.name}>
              {may('updateCertificate') ? (
                <Link
                  to="/$accountId/issuers/$issuerId/certificates/$certificateId"
                  params={{ accountId, issuerId, certificateId }}
                >
                  {name}
                </Link>
              ) : (
                <bdi>{name}</bdi>
              )}
              {isDefault && (
                <span className="state" data-tone="good">
                  {t('certificates.default')}
                </span>
              )}
            </span>
          ),
        },
        {
          title: t('certificates.kind'),
          isBelow: true,
          show: ({ kind }) => t(`certificates.kind.${kind}`),
        },
        {
          title: t('certificates.paper'),
          isBelow: true,
          show: ({ paper, orientation }) =>
            paper && orientation && t(`certificates.paper.${paper}.${orientation}`),
        },
        {
          title: t('certificates.badges'),
          isNumber: true,
          isMinor: true,
          show: ({ badges }) => formatNumber(badges),
        },
        {
          title: t('certificates.edited'),
          isMinor: true,
          show: ({ updatedAt }) => formatDay(updatedAt),
        },
        {
          title: t('actions'),
          isNumber: true,
          show: (design) => <DesignActions issuerId={issuerId} issuer={issuer} design={design} />,
        },
      ]}
    />
  );
}
