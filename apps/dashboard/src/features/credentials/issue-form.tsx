import { areFaults, createAwardBody, readAttributes, recipientNameMin } from '@insignia/contract';
import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { Disclosure } from '../../shared/disclosure.tsx';
import { faultsOf, useForm } from '../../shared/form.ts';
import { today } from '../../shared/format.ts';
import { LeaveGuard } from '../../shared/leave.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import type { Badge } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { useDisclosed } from '../../shared/use-disclosed.ts';
import { whenOpened } from '../../shared/when-opened.tsx';
import classes from './issue.module.css';
import { Issued, type Outcome } from './issued.tsx';
import { Preview } from './preview.tsx';
import { type More, nothingMore, saidOf } from './said.ts';
import { t } from './t.ts';

const MoreDetails = whenOpened(async () => (await import('./more-details.tsx')).MoreDetails);

type Fields = {
  badgeId: string;
  name: string;
  email: string;
  issuedOn: string;
  expires: string;
  isMailed: boolean;
} & More;

const schema = createAwardBody(recipientNameMin);

function sentOf({ badgeId, name, email, issuedOn, expires, ...more }: Fields, badge?: Badge) {
  return {
    ...{ badgeId, recipient: { name, email }, issuedOn, ...(expires && { expires }) },
    ...saidOf(more, badge?.attributes ?? []),
  };
}

/** What is wrong with it, attributes against those of the badge too. */
function faultsIn(sent: ReturnType<typeof sentOf>, badge?: Badge) {
  const read = readAttributes(sent.attributes ?? {}, badge?.attributes ?? []);
  return [...faultsOf(schema, sent), ...(areFaults(read) ? read : [])];
}

export function IssueForm({
  badges,
  chosen,
}: {
  badges: readonly Badge[];
  chosen: Badge | undefined;
}) {
  const { accountId, api } = useHere();
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const only = badges.length === 1 ? badges[0] : undefined;
  const initial: Fields = {
    badgeId: bareId((chosen ?? only)?.id ?? ''),
    name: '',
    email: '',
    issuedOn: today(),
    expires: '',
    isMailed: true,
    ...nothingMore,
  };
  const badgeOf = ({ badgeId }: Fields) => badges.find(({ id }) => bareId(id) === badgeId);
  const form = useForm<Fields, Outcome>({
    draft: `${accountId}.issue`,
    initial,
    fieldOfCode: { badge_not_found: 'badgeId', issuer_not_verified: 'badgeId' },
    fieldOf: { 'recipient.name': 'name', 'recipient.email': 'email' },
    check: (fields) => [
      ...(fields.badgeId ? [] : [{ path: 'badgeId', message: t('issue.badge.missing') }]),
      ...faultsIn(sentOf(fields, badgeOf(fields)), badgeOf(fields)),
    ],
    send: async (fields, idempotencyKey) => {
      const { awardId } = await api.credentials.issue(sentOf(fields, badgeOf(fields)), {
        idempotencyKey,
      });
      const issued = { credentialId: bareId(awardId), name: fields.name, email: fields.email };
      if (!fields.isMailed) return { ...issued, mail: 'none' };
      // What is issued stays issued, whatever becomes of the mail.
      const mail = api.credentials.send(
        { awardId: issued.credentialId, email: fields.email },
        { idempotencyKey: `${idempotencyKey}-mail` },
      );
      return mail.then(
        () => ({ ...issued, mail: 'queued' as const }),
        (problem: unknown) => ({ ...issued, mail: 'failed' as const, problem }),
      );
    },
    done: (result) => {
      setOutcome(result);
      setNext(false);
      for (const kind of ['credentials', 'account'])
        void queries.invalidateQueries({ queryKey: [accountId, kind] });
    },
  });
  const nameField = useRef<HTMLInputElement>(null);
  const [isNext, setNext] = useState(false);
  useEffect(() => {
    if (isNext) nameField.current?.focus();
  }, [isNext]);
  const badge = badgeOf(form.values);
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
            type="email"
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
          <ProblemNotice problem={form.problem} />
          <div className="actions">
            <Button type="submit" loading={form.isBusy}>
              {t('issue')}
            </Button>
          </div>
          <AsCurl operation="createAward" args={sentOf(form.values, badge)} />
          <LeaveGuard isDirty={form.isDirty} drop={form.drop} />
        </form>
      )}
      <Preview badge={badge} {...form.values} />
    </div>
  );
}
