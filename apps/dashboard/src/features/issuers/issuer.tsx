import { createPathBuilder, pagePaths, verifyIssuer } from '@insignia/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/issuers.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { useApiForm } from '../../shared/form.ts';
import { MoreMenu } from '../../shared/more-menu.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { badgesQuery, type Issuer, issuerIssuedQuery, issuersQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { CorrectIssuerName, EditIssuer } from './issuer-form.tsx';
import { IssuerStatus } from './issuer-status.tsx';
import { type FullIssuer, issuerQuery } from './queries.ts';
import { SigningKeys } from './signing-keys.tsx';
import { OfferIssuer } from './transfers.tsx';

const route = getRouteApi('/$accountId/issuers/$issuerId');

export function IssuerScreen() {
  const here = useAccount();
  const { issuerId } = route.useParams();
  const query = useQuery(issuerQuery(here, issuerId));
  if (query.data) return <IssuerDetails issuer={query.data} key={issuerId} />;
  return (
    <Screen title={t('nav.issuers')} narrow>
      <QueryContent query={query}>{() => null}</QueryContent>
    </Screen>
  );
}

function IssuerDetails({ issuer }: { issuer: FullIssuer }) {
  const here = useAccount();
  const { accountId, api, may } = here;
  // A new user's next step is a badge.
  const isFirst = useQuery(badgesQuery(here)).data?.length === 0;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const issuerId = idFromUrl(issuer.id);
  const issued = useQuery({ ...issuerIssuedQuery(here, issuerId), enabled: issuer.verified });
  const isNameFree = issued.data?.count === 0 && may('correctIssuerName');
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
            <MoreMenu items={[{ label: t('delete'), act: () => setDeleting(true) }]} />
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
          <ButtonLink
            variant="default"
            to="/$accountId/issuers/$issuerId/certificates"
            params={{ accountId, issuerId }}
          >
            {t('nav.certificates')}
          </ButtonLink>
          <ButtonLink
            variant="default"
            to="/$accountId/templates"
            params={{ accountId }}
            search={{ issuer: issuerId }}
          >
            {t('nav.templates')}
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
      {issuer.verified && isNameFree && <CorrectIssuerName issuer={issuer} />}
      {issuer.verified && <IssuerFacts issuer={issuer} isNameFree={isNameFree} />}
      <EditIssuer issuer={issuer} />
      {issuer.verified && <SigningKeys issuerId={issuerId} name={issuer.name} />}
      {issuer.verified && <OfferIssuer issuer={issuer} />}
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

type FactsProps = { issuer: FullIssuer; isNameFree: boolean };

function IssuerFacts({ issuer: { name, url, email }, isNameFree }: FactsProps) {
  return (
    <section className="sheet stack">
      <dl className="facts">
        {!isNameFree && (
          <>
            <dt>{t('issuers.name')}</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
          </>
        )}
        <dt>{t('issuers.website')}</dt>
        <dd>
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </dd>
        <dt>{t('issuers.email')}</dt>
        <dd>{email}</dd>
      </dl>
      <p className="fine">{t(isNameFree ? 'issuers.fixed.verified' : 'issuers.fixed')}</p>
    </section>
  );
}

/** Asks for the code sent by email. Only verified issuers can have badges. */
function VerifyIssuer({ issuer }: { issuer: Issuer }) {
  const here = useAccount();
  const queries = useQueryClient();
  const issuerId = idFromUrl(issuer.id);
  const form = useApiForm({
    draft: `${issuerId}.code`,
    initial: { code: '' },
    check: (fields) => findBodyErrors(verifyIssuer.body, fields),
    fieldOfCode: { invalid_verification_code: 'code' },
    send: ({ code }) => here.api.issuers.verify({ issuerId, code }),
    done: async () => {
      await queries.invalidateQueries(issuersQuery(here));
      showToast(t('issuers.verified.now', { name: issuer.name }));
    },
  });
  const resend = useAction(async () => {
    await here.api.issuers.rotateCode({ issuerId });
    showToast(t('issuers.code.sent', { email: issuer.email }));
  });
  return (
    <form {...form.formProps} className="sheet stack">
      <h2>{t('issuers.verify.title')}</h2>
      <p>{t('issuers.verify.words', { email: issuer.email })}</p>
      <TextInput
        {...form.getInputProps('code')}
        label={t('issuers.code')}
        description={t('issuers.code.hint')}
        autoComplete="one-time-code"
        required
      />
      <ProblemNotice problem={form.problem ?? resend.problem} />
      <div className="actions">
        {here.may('rotateIssuerCode') && (
          <Button variant="default" loading={resend.isBusy} onClick={() => void resend.act()}>
            {t('issuers.code.resend')}
          </Button>
        )}
        <Button type="submit" loading={form.isBusy}>
          {t('issuers.verify')}
        </Button>
      </div>
    </form>
  );
}
