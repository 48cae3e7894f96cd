import { Checkbox, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CurlExample } from '../../shared/curl-example.tsx';
import { Disclosure } from '../../shared/disclosure.tsx';
import { hasErrorsIn } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { createLazyDialog } from '../../shared/lazy-dialog.tsx';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import type { Badge } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import { useAutoOpen } from '../../shared/use-auto-open.ts';
import { buildCredentialDetails, emptyMoreDetails } from './build-details.ts';
import classes from './issue.module.css';
import { IssueConfirmation, type IssueResult } from './issue-confirmation.tsx';
import { IssuePreview } from './issue-preview.tsx';
import { t } from './t.ts';
import { buildIssueRequest, useIssueForm } from './use-issue-form.ts';

const MoreDetails = createLazyDialog(
  async () => (await import('./more-details.tsx')).MoreCredentialDetails,
);

export function IssueForm({
  badges,
  chosen,
}: {
  badges: readonly Badge[];
  chosen: Badge | undefined;
}) {
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
            label={t('issue.email')}
            description={t('issue.email.hint')}
            type="text"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            required
          />
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
          <Checkbox
            {...form.getInputProps('isMailed', { type: 'checkbox' })}
            label={t('issue.mail')}
          />
          <FormFooter form={form} action={t('issue')} />
          <CurlExample operation="createAward" args={buildIssueRequest(form.values, badge)} />
          <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
        </form>
      )}
      <IssuePreview badge={badge} {...form.values} />
    </div>
  );
}
