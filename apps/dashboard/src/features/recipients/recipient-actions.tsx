import { correctRecipient, recipientNameMin } from '@insignia/contract';
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/recipients.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { emailField } from '../../shared/form.ts';
import { Notice } from '../../shared/notice.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import { trackJob } from '../../shared/tracked-jobs.ts';
import { useIsUnreachable } from '../../shared/unreachable.ts';
import { useSendOnce } from '../../shared/use-action.ts';
import type { RecipientAward } from './queries.ts';

function useFollowJob() {
  const { accountId } = useAccount();
  return (jobId: string, label: string) => {
    trackJob({ accountId, kind: 'job', id: jobId, label });
    showToast(label);
  };
}

/** The valid credentials, those of them that weren't emailed, and whether all were. */
function planEmails(awards: readonly RecipientAward[]) {
  const valid = awards.filter(({ state }) => state === 'valid');
  const notEmailed = valid.filter(({ emailStatus }) => emailStatus === 'not_emailed');
  return { valid, notEmailed, isAgain: notEmailed.length === 0 };
}

/** Emails the valid credentials that weren't emailed to the person, or all of them again. */
export function SendToRecipient({
  name,
  email,
  awards,
}: {
  name: string;
  email: string;
  awards: readonly RecipientAward[];
}) {
  const { accountId, api, may } = useAccount();
  const queries = useQueryClient();
  const follow = useFollowJob();
  const sendOnce = useSendOnce();
  const [isOpen, setOpen] = useState(false);
  // The dialog keeps its count while it closes and the list already shows the new emails.
  const [asOpened, setAsOpened] = useState(awards);
  const [isRepeated, setRepeated] = useState(false);
  const current = planEmails(awards);
  const { valid, notEmailed, isAgain } = planEmails(asOpened);
  const isUnreachable = useIsUnreachable(awards[0]?.badge.id ?? '', email);
  if (!may('sendAwards') || current.valid.length === 0) return null;
  if (isUnreachable) return <span className="fine">{t('recipient.send.unreachable')}</span>;
  const emailed = isAgain || isRepeated ? valid : notEmailed;
  const values = { count: emailed.length, name, again: String(isAgain) };
  const open = () => {
    setAsOpened(awards);
    setRepeated(false);
    setOpen(true);
  };
  const send = async () => {
    const awardIds = emailed.map(({ id }) => idFromUrl(id));
    // Somebody else may have emailed them since the dialog opened.
    const body = { awardIds, onEmailed: isAgain || isRepeated ? 'send' : 'skip' } as const;
    const { jobId } = await sendOnce(body, (options) => api.credentials.sendMany(body, options));
    follow(jobId, t('recipient.sending', values));
    await queries.invalidateQueries({ queryKey: [accountId, 'recipients'] });
  };
  return (
    <>
      <Button variant={current.isAgain ? 'default' : 'filled'} onClick={open}>
        {t('recipient.send', {
          count: (current.isAgain ? current.valid : current.notEmailed).length,
          again: String(current.isAgain),
        })}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        close={() => setOpen(false)}
        title={t('recipient.send.title', values)}
        action={t('recipient.send', values)}
        isHarmless
        act={send}
      >
        <p>{t('recipient.send.words')}</p>
        {!isAgain && notEmailed.length < valid.length && (
          <Checkbox
            label={t('recipient.send.emailed', { count: valid.length - notEmailed.length })}
            checked={isRepeated}
            onChange={({ currentTarget }) => setRepeated(currentTarget.checked)}
          />
        )}
      </ConfirmDialog>
    </>
  );
}

const correctionSchema = correctRecipient.body({ recipientNameMin });

type Person = { recipientId: string; name: string; email: string };

/** Corrects name or address on all credentials of the recipient. */
export function CorrectRecipient(given: CorrectProps) {
  const { may } = useAccount();
  const [isOpen, setOpen] = useState(false);
  if (!may('correctRecipient') || given.awards.length === 0) return null;
  const props = { ...given, opened: isOpen, close: () => setOpen(false) };
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('recipient.correct')}
      </Button>
      {isOpen && <CorrectDialog {...props} />}
    </>
  );
}

type CorrectProps = {
  person: Person;
  /** Credentials that aren't revoked, as far as loaded. */
  awards: readonly RecipientAward[];
  isMore: boolean;
};

/** Names and addresses on credentials that differ from the newest ones. */
function findOtherValues(awards: readonly RecipientAward[], { name, email }: Person): string[] {
  const values = awards.flatMap(({ recipient }) => [
    ...(recipient.name === name ? [] : [recipient.name]),
    ...(recipient.email === email ? [] : [recipient.email]),
  ]);
  return [...new Set(values)];
}

/** False for credentials that have the requested values already. */
const isChanged = (
  recipient: RecipientAward['recipient'],
  { name = recipient.name, email = recipient.email }: { name?: string; email?: string },
): boolean => recipient.name !== name.trim() || recipient.email !== email.trim();

const MAX_SHOWN_VALUES = 5;

function CorrectDialog({
  person,
  awards,
  isMore,
  opened,
  close,
}: CorrectProps & { opened: boolean; close: () => void }) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sendOnce = useSendOnce();
  const [fields, setFields] = useState({ ...person, reason: '', notify: false, isForAll: false });
  const { name, email, reason, notify, isForAll } = fields;
  const [left, setLeft] = useState(email);
  const isUnreachable = useIsUnreachable(awards[0]?.badge.id ?? '', left);
  const others = findOtherValues(awards, person);
  const body = {
    ...((isForAll || name !== person.name) && { name }),
    ...((isForAll || email !== person.email) && { email }),
    ...(reason.trim() && { reason }),
    ...(notify && { notify }),
  };
  const isSame = !isForAll && name === person.name && email === person.email;
  const changed = isSame ? awards : awards.filter(({ recipient }) => isChanged(recipient, body));
  const values = { count: changed.length, more: String(isMore) };
  const correct = async () => {
    const { recipientId } = person;
    const reply = await sendOnce(body, (options) =>
      api.recipients.correct({ recipientId, ...body }, options),
    );
    showToast(t(`recipient.corrected.${reply.email}`, { count: reply.corrected, email }));
    const params = { accountId, recipientId: reply.recipientId };
    await navigate({ to: '/$accountId/recipients/$recipientId', params, replace: true });
    for (const kind of ['recipients', 'credentials', 'credential'])
      void queries.invalidateQueries({ queryKey: [accountId, kind] });
  };
  return (
    <ConfirmDialog
      {...{ opened, close }}
      title={t('recipient.correct.title', { name: person.name })}
      action={t('recipient.correct.action', values)}
      isHarmless
      check={() => [
        ...findBodyErrors(correctionSchema, body),
        ...(isSame ? [{ path: 'name', message: t('recipient.correct.same') }] : []),
      ]}
      act={correct}
    >
      {(errors) => (
        <>
          <p>{t('recipient.correct.words', values)}</p>
          <TextInput
            label={t('recipient.correct.name')}
            data-autofocus
            value={name}
            error={errors.name}
            autoComplete="off"
            onChange={({ currentTarget }) => setFields({ ...fields, name: currentTarget.value })}
          />
          <TextInput
            label={t('recipient.mail')}
            {...emailField}
            autoComplete="off"
            value={email}
            error={errors.email}
            onBlur={() => setLeft(email)}
            onChange={({ currentTarget }) => setFields({ ...fields, email: currentTarget.value })}
          />
          {(others.length > 0 || isMore) && (
            <Checkbox
              label={t('recipient.correct.forAll')}
              description={
                others.length > 0
                  ? t('recipient.correct.forAll.others', {
                      others: others.slice(0, MAX_SHOWN_VALUES).join(', '),
                      more: String(isMore || others.length > MAX_SHOWN_VALUES),
                    })
                  : t('recipient.correct.forAll.unknown')
              }
              checked={isForAll}
              onChange={({ currentTarget }) =>
                setFields({ ...fields, isForAll: currentTarget.checked })
              }
            />
          )}
          <Textarea
            label={t('recipient.correct.reason')}
            description={t('recipient.correct.reason.hint')}
            maxLength={500}
            value={reason}
            error={errors.reason}
            onChange={({ currentTarget }) => setFields({ ...fields, reason: currentTarget.value })}
          />
          <Checkbox
            label={t('recipient.correct.mail', { email })}
            description={t('recipient.correct.mail.hint')}
            checked={notify}
            onChange={({ currentTarget }) =>
              setFields({ ...fields, notify: currentTarget.checked })
            }
          />
          {notify && isUnreachable && left === email && (
            <Notice tone="warn">{t('recipient.correct.unreachable', { email })}</Notice>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

/**
 * Erases all credentials of the recipient, once their name is typed. Without credentials, erases
 * their address from the history of credentials that a correction moved.
 */
export function EraseRecipient(props: {
  recipientId: string;
  name: string;
  count: number;
  isMore: boolean;
  /** Credentials that had this address belong to others now. */
  hasMoved: boolean;
}) {
  const { recipientId, name, count, isMore, hasMoved } = props;
  const isAddress = count === 0 && hasMoved;
  const isLearner = count === 0 && !hasMoved;
  const { accountId, api, may } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const follow = useFollowJob();
  const [isOpen, setOpen] = useState(false);
  if (!may('eraseRecipient')) return null;
  const erase = async () => {
    const { jobId } = await api.recipients.erase({ recipientId });
    await navigate({ to: '/$accountId/recipients', params: { accountId } });
    queries.removeQueries({ queryKey: [accountId, 'recipients', 'one', recipientId] });
    follow(jobId, t('recipient.erasing', { name }));
  };
  return (
    <section className="sheet stack" aria-labelledby="erase">
      <h2 id="erase">
        {t(isAddress ? 'recipient.erase.address.heading' : 'recipient.erase.heading')}
      </h2>
      <p className="fine">
        {t(
          isAddress
            ? 'recipient.erase.address.explain'
            : isLearner
              ? 'recipient.erase.learner.explain'
              : 'recipient.erase.explain',
        )}
      </p>
      <div>
        <Button variant="default" data-tone="bad" onClick={() => setOpen(true)}>
          {t('recipient.erase')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isOpen}
        close={() => setOpen(false)}
        title={t('recipient.erase.title', { name })}
        action={t('recipient.erase.action', { name })}
        typed={name}
        act={erase}
      >
        <p>
          {isAddress
            ? t('recipient.erase.address.words', { name })
            : isLearner
              ? t('recipient.erase.learner.words', { name })
              : t('recipient.erase.words', { count, name, more: String(isMore) })}
        </p>
        {hasMoved && !isAddress && <p>{t('recipient.erase.moved')}</p>}
      </ConfirmDialog>
    </section>
  );
}
