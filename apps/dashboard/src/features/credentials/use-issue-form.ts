import { areErrorDetails, createAward, readAttributes, recipientNameMin } from '@insignia/contract';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { translateDetails } from '../../shared/field-errors.ts';
import { useApiForm } from '../../shared/form.ts';
import { today } from '../../shared/format.ts';
import { isSignedOut } from '../../shared/problem.ts';
import type { Badge } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import {
  buildCredentialDetails,
  emptyMoreDetails,
  type MoreDetailFields,
} from './build-details.ts';
import type { IssueResult } from './issue-confirmation.tsx';

type IssueFields = {
  badgeId: string;
  name: string;
  email: string;
  issuedOn: string;
  expires: string;
  isMailed: boolean;
} & MoreDetailFields;

const schema = createAward.body({ recipientNameMin });

/** The request body. */
export function buildIssueRequest(
  { badgeId, name, email, issuedOn, expires, ...more }: IssueFields,
  badge?: Badge,
) {
  return {
    ...{ badgeId, recipient: { name, email }, issuedOn, ...(expires && { expires }) },
    ...buildCredentialDetails(more, badge?.attributes ?? []),
  };
}

function findIssueErrors(body: ReturnType<typeof buildIssueRequest>, badge?: Badge) {
  const attributes = readAttributes(body.attributes ?? {}, badge?.attributes ?? []);
  return [
    ...findBodyErrors(schema, body),
    ...(areErrorDetails(attributes) ? translateDetails(attributes) : []),
  ];
}

export function useIssueForm(
  badges: readonly Badge[],
  chosen: Badge | undefined,
  done: (outcome: IssueResult) => void,
) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const only = badges.length === 1 ? badges[0] : undefined;
  const initial: IssueFields = {
    badgeId: idFromUrl((chosen ?? only)?.id ?? ''),
    name: '',
    email: '',
    issuedOn: today(),
    expires: '',
    isMailed: true,
    ...emptyMoreDetails,
  };
  const findBadge = ({ badgeId }: IssueFields) =>
    badges.find(({ id }) => idFromUrl(id) === badgeId);
  const form = useApiForm<IssueFields, IssueResult>({
    draft: `${accountId}.issue`,
    initial,
    fieldOfCode: { badge_not_found: 'badgeId', issuer_not_verified: 'badgeId' },
    fieldOf: { 'recipient.name': 'name', 'recipient.email': 'email' },
    check: (fields) => [
      ...(fields.badgeId ? [] : [{ path: 'badgeId', message: t('issue.badge.missing') }]),
      ...findIssueErrors(buildIssueRequest(fields, findBadge(fields)), findBadge(fields)),
    ],
    send: async (fields, idempotencyKey) => {
      const { awardId } = await api.credentials.issue(
        buildIssueRequest(fields, findBadge(fields)),
        {
          idempotencyKey,
        },
      );
      const { name, email } = fields;
      const mailKey = `${idempotencyKey}-mail`;
      const issued = { credentialId: idFromUrl(awardId), name, email, mailKey };
      if (!fields.isMailed) return { ...issued, mail: 'none' };
      // The credential stays issued even if the email fails.
      const mail = api.credentials.send(
        { awardId: issued.credentialId, email },
        { idempotencyKey: mailKey },
      );
      return mail.then(
        () => ({ ...issued, mail: 'queued' as const }),
        (problem: unknown) => {
          // After signing in, sending the form again issues nothing new and emails.
          if (isSignedOut(problem)) throw problem;
          return { ...issued, mail: 'failed' as const, problem };
        },
      );
    },
    done: (result) => {
      done(result);
      for (const kind of ['credentials', 'account'])
        void queries.invalidateQueries({ queryKey: [accountId, kind] });
    },
  });
  return { form, badge: findBadge(form.values) };
}
