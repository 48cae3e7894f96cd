import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { BadgesScreenContent } from '../../shared/badges-screen-content.tsx';
import { ButtonLink } from '../../shared/button-link.tsx';
import { EmailChoice } from '../../shared/choices.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { Disclosure, useAutoOpen } from '../../shared/disclosure.tsx';
import { emailField, hasErrorsIn } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { formatUtcDate } from '../../shared/format.ts';
import { createLazyDialog } from '../../shared/lazy-part.tsx';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { Notice } from '../../shared/notice.tsx';
import { type Badge, issuersQuery } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { Seal } from '../../shared/seal.tsx';
import { buildCredentialDetails, emptyMoreDetails } from './build-details.ts';
import classes from './issue.module.css';
import { IssueConfirmation, type IssueResult } from './issue-confirmation.tsx';
import { buildIssueRequest, useIssueForm } from './use-issue-form.ts';

const route = getRouteApi('/$accountId/issue');

const MoreDetails = createLazyDialog(
  async () => (await import('./more-details.tsx')).MoreCredentialDetails,
);

export function IssueScreen() {
  const here = useAccount();
  const { accountId } = here;
  const { badge } = route.useSearch();
  return (
    <Screen
      title={t('issue.title')}
      actions={
        here.may('createImport') && (
          <ButtonLink
            variant="default"
            to="/$accountId/imports/new"
            params={{ accountId }}
            search={{ badge }}
          >
            {t('issue.many')}
          </ButtonLink>
        )
      }
    >
      <BadgesScreenContent title={t('issue.noBadge.title')} words={t('issue.noBadge.words')}>
        {(badges) => (
          <IssueForm
            key={badge}
            badges={badges}
            chosen={badges.find(({ id }) => idFromUrl(id) === badge)}
          />
        )}
      </BadgesScreenContent>
    </Screen>
  );
}

function IssueForm({ badges, chosen }: { badges: readonly Badge[]; chosen: Badge | undefined }) {
  const [outcome, setOutcome] = useState<IssueResult>();
  const [isNext, setNext] = useState(false);
  const { form, badge } = useIssueForm(badges, chosen, (issued) => {
    setOutcome(issued);
    setNext(false);
  });
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNext) nameField.current?.focus();
  }, [isNext]);
  const { attributes = [] } = badge ?? {};
  const hasMore =
    attributes.length > 0 ||
    Object.keys(buildCredentialDetails(form.values, attributes)).length > 0;
  const isWrong = hasErrorsIn(form.errors, emptyMoreDetails);
  const [isMore, setMore] = useAutoOpen(hasMore, isWrong);
  const [typed, setTyped] = useState('');
  const known = useKnownAddress(form.values.badgeId, typed);
  const isCurrent = typed === form.values.email;
  const [isDuplicate, isNotEmailed] = [
    isCurrent && known.hasBadge,
    isCurrent && known.isNotEmailed,
  ];
  const again = () => {
    setNext(true);
    setOutcome(undefined);
    form.restart({ ...form.values, ...emptyMoreDetails, name: '', email: '' });
  };
  return (
    <div className={classes.columns}>
      {outcome ? (
        <IssueConfirmation outcome={outcome} again={again} />
      ) : (
        <form {...form.formProps} className="sheet stack">
          <Select
            {...form.getInputProps('badgeId')}
            label={t('issue.badge')}
            data={badges.map(({ id, name }) => ({ value: idFromUrl(id), label: name }))}
            value={form.values.badgeId || null}
            placeholder={t('issue.badge.choose')}
            searchable
            allowDeselect={false}
            onChange={(badgeId) => badgeId && form.setFieldValue('badgeId', badgeId)}
          />
          <TextInput
            {...form.getInputProps('name')}
            ref={nameField}
            label={t('issue.name')}
            autoComplete="off"
            required
          />
          <TextInput
            {...form.getInputProps('email')}
            onBlur={() => setTyped(form.values.email)}
            label={t('issue.email')}
            description={t('issue.email.hint')}
            {...emailField}
            autoComplete="off"
            required
          />
          {isDuplicate && <Notice tone="warn">{t('issue.duplicate', { email: typed })}</Notice>}
          {isNotEmailed && <Notice tone="warn">{t('issue.notEmailed', { email: typed })}</Notice>}
          <div className={classes.dates}>
            <TextInput
              {...form.getInputProps('issuedOn')}
              label={t('issue.issuedOn')}
              type="date"
              required
            />
            <TextInput
              {...form.getInputProps('expires')}
              label={t('issue.expires')}
              description={badge?.validFor && !form.values.expires && t('issue.expires.byBadge')}
              type="date"
            />
          </div>
          <Disclosure controls="more-details" isOpen={isMore} toggle={() => setMore(!isMore)}>
            {t('issue.more')}
          </Disclosure>
          <MoreDetails opened={isMore} form={form} attributes={attributes} />
          <EmailChoice
            isMailed={form.values.isMailed}
            onChange={(isMailed) => form.setFieldValue('isMailed', isMailed)}
          />
          <FormFooter form={form} action={t('issue')}>
            <p className="fine">
              {t(form.values.isMailed && !isNotEmailed ? 'issue.count.emailed' : 'issue.count')}
            </p>
          </FormFooter>
          <CurlExample operation="createAward" args={buildIssueRequest(form.values, badge)} />
          <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
        </form>
      )}
      <IssuePreview badge={badge} {...form.values} />
    </div>
  );
}

/** Facts about an address. Asked when the field is left, not on each key. */
function useKnownAddress(
  badgeId: string,
  email: string,
): { hasBadge: boolean; isNotEmailed: boolean } {
  const { accountId, api } = useAccount();
  const { data } = useQuery({
    queryKey: [accountId, 'credentials', 'holder', badgeId, email],
    queryFn: ({ signal }) => api.badges.holders({ badgeId, emails: [email] }, { signal }),
    enabled: badgeId !== '' && /.@./.test(email),
    staleTime: 0,
  });
  const { emails = [], notEmailed = [] } = data ?? {};
  return { hasBadge: emails.length > 0, isNotEmailed: notEmailed.length > 0 };
}

type PreviewProps = { badge: Badge | undefined; name: string; issuedOn: string; expires: string };

/** Previews the credential as it is typed. */
function IssuePreview({ badge, name, issuedOn, expires }: PreviewProps) {
  const { data: issuers = [] } = useQuery(issuersQuery(useAccount()));
  const issuer = issuers.find(({ id }) => id === badge?.issuer);
  return (
    <section aria-label={t('issue.preview')} className={classes.preview}>
      <div className={classes.paper}>
        <div className={classes.picture}>
          {badge ? <img src={badge.image} alt="" /> : <Seal size={96} />}
        </div>
        <p className={classes.name} data-empty={name === '' || undefined}>
          {name || t('issue.name')}
        </p>
        <p className="fine">{t('issue.preview.earned')}</p>
        <p className={classes.badge} data-empty={!badge || undefined}>
          {badge?.name ?? t('issue.badge')}
        </p>
        {issuer && <p>{issuer.name}</p>}
        <p className="fine">{issuedOn && formatUtcDate(issuedOn)}</p>
        {expires && (
          <p className="fine">{t('issue.preview.until', { day: formatUtcDate(expires) })}</p>
        )}
      </div>
    </section>
  );
}
