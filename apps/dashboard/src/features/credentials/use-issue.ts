import { areFaults, createAwardBody, readAttributes, recipientNameMin } from '@insignia/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { faultsOf } from '../../shared/faults.ts';
import { useForm } from '../../shared/form.ts';
import { today } from '../../shared/format.ts';
import type { Badge } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import type { Outcome } from './issued.tsx';
import { type More, nothingMore, saidOf } from './said.ts';
import { t } from './t.ts';

type Fields = {
  badgeId: string;
  name: string;
  email: string;
  issuedOn: string;
  expires: string;
  isMailed: boolean;
} & More;

const schema = createAwardBody(recipientNameMin);

/** As sent to the API. */
export function sentOf(
  { badgeId, name, email, issuedOn, expires, ...more }: Fields,
  badge?: Badge,
) {
  return {
    ...{ badgeId, recipient: { name, email }, issuedOn, ...(expires && { expires }) },
    ...saidOf(more, badge?.attributes ?? []),
  };
}

/** Validation errors, including the badge's custom fields. */
function faultsIn(sent: ReturnType<typeof sentOf>, badge?: Badge) {
  const read = readAttributes(sent.attributes ?? {}, badge?.attributes ?? []);
  return [...faultsOf(schema, sent), ...(areFaults(read) ? read : [])];
}

/** State of the issue form: validation, issuing, and emailing. */
export function useIssue(
  badges: readonly Badge[],
  chosen: Badge | undefined,
  done: (outcome: Outcome) => void,
) {
  const { accountId, api } = useHere();
  const queries = useQueryClient();
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
      // The credential stays issued even if the email fails.
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
      done(result);
      for (const kind of ['credentials', 'account'])
        void queries.invalidateQueries({ queryKey: [accountId, kind] });
    },
  });
  return { form, badge: badgeOf(form.values) };
}
