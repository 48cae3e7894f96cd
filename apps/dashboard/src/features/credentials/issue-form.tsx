import { Checkbox, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { AsCurl } from '../../shared/as-curl.tsx';
import { Disclosure } from '../../shared/disclosure.tsx';
import { FormEnd } from '../../shared/form-end.tsx';
import { LeaveGuard } from '../../shared/leave.tsx';
import type { Badge } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { useDisclosed } from '../../shared/use-disclosed.ts';
import { whenOpened } from '../../shared/when-opened.tsx';
import classes from './issue.module.css';
import { Issued, type Outcome } from './issued.tsx';
import { Preview } from './preview.tsx';
import { nothingMore, saidOf } from './said.ts';
import { t } from './t.ts';
import { sentOf, useIssue } from './use-issue.ts';

const MoreDetails = whenOpened(async () => (await import('./more-details.tsx')).MoreDetails);

export function IssueForm({
  badges,
  chosen,
}: {
  badges: readonly Badge[];
  chosen: Badge | undefined;
}) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isNext, setNext] = useState(false);
  const { form, badge } = useIssue(badges, chosen, (issued) => {
    setOutcome(issued);
    setNext(false);
  });
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNext) nameField.current?.focus();
  }, [isNext]);
  const { attributes = [] } = badge ?? {};
  const hasMore = attributes.length > 0 || Object.keys(saidOf(form.values, attributes)).length > 0;
  const isWrong = Object.keys(form.faults).some(
    (path) => (path.split('.')[0] ?? '') in nothingMore,
  );
  const [isMore, setMore] = useDisclosed(hasMore, isWrong);
  const again = () => {
    setNext(true);
    setOutcome(undefined);
    form.again({ ...form.values, ...nothingMore, name: '', email: '' });
  };
  return (
    <div className={classes.columns}>
      {outcome ? (
        <Issued outcome={outcome} again={again} />
      ) : (
        <form {...form.form} className="sheet stack">
          <Select
            label={t('issue.badge')}
            data={badges.map(({ id, name }) => ({ value: bareId(id), label: name }))}
            value={form.values.badgeId || null}
            error={form.faults.badgeId}
            placeholder={t('issue.badge.choose')}
            searchable
            allowDeselect={false}
            onChange={(badgeId) => badgeId && form.set('badgeId', badgeId)}
          />
          <TextInput
            {...form.text('name')}
            ref={nameField}
            label={t('issue.name')}
            autoComplete="off"
            required
          />
          <TextInput
            {...form.text('email')}
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
              {...form.text('issuedOn')}
              label={t('issue.issuedOn')}
              type="date"
              required
            />
            <TextInput
              {...form.text('expires')}
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
            label={t('issue.mail')}
            checked={form.values.isMailed}
            onChange={({ currentTarget }) => form.set('isMailed', currentTarget.checked)}
          />
          <FormEnd form={form} action={t('issue')} />
          <AsCurl operation="createAward" args={sentOf(form.values, badge)} />
          <LeaveGuard isDirty={form.isDirty} drop={form.drop} />
        </form>
      )}
      <Preview badge={badge} {...form.values} />
    </div>
  );
}
