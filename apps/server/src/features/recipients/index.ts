import * as contract from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import { type PageTokens, paginate, paginateByText } from '../../platform/http/page-tokens.ts';
import { startErasing } from '../bulk/index.ts';
import { type CorrectDeps, correctRecipient } from '../corrections/index.ts';
import {
  computeRecipientId,
  isSearchIndexed,
  listRecipientCredentials,
  toCredentialItem,
  toCriteria,
} from '../credentials/index.ts';
import { type CourseLearner, findCourseLearners } from '../lti/index.ts';
import { readMailsAbout } from '../sharing/index.ts';
import {
  findAddresses,
  findEarlier,
  findMovedFrom,
  type ReplacedAddress,
  recipientsPage,
  searchMoved,
  searchRecipients,
} from './store.ts';

const pageSize = 50;
/** Maximum number of earlier addresses, or of recipients that have their credentials now. */
const MAX_EARLIER = 20;

type RecipientDeps = CorrectDeps & { db: Database; clock: Clock; urls: Urls; cursors: PageTokens };

export function registerRecipients({ implement }: Scope, deps: RecipientDeps) {
  const { db, clock, urls, cursors } = deps;

  return implement(contract.recipientOperations, {
    listRecipients: async ({ query, who: { accountId } }) => {
      const { search, lastEvaluatedKey } = query;
      const list = ['recipients', accountId, lastEvaluatedKey, pageSize] as const;
      const maxCount = contract.MAX_COUNTED_RECIPIENT_AWARDS;
      const like = toCriteria({ search })?.like;
      const { rows, ...more } =
        like === undefined
          ? await paginateByText(
              cursors,
              ...list,
            )((last, limit) => recipientsPage(db, accountId, { last, limit, maxCount }))
          : await paginate(
              cursors,
              ...list,
            )((last, limit) => {
              const words = { like, isSearchIndexed: isSearchIndexed(search ?? '') };
              return searchRecipients(db, accountId, words, { last, limit, maxCount });
            });
      const items = rows.map(({ address, name, email, awards, lastAwardAt }) => ({
        recipientId: computeRecipientId(accountId, address),
        ...{ name, email, awards },
        lastAwardAt: lastAwardAt.toISOString(),
      }));
      if (search === undefined || lastEvaluatedKey !== undefined) return { items, ...more };
      const found = isSearchIndexed(search)
        ? await searchMoved(db, accountId, contract.foldSearch(search), MAX_EARLIER)
        : [];
      const earlierAddresses = found.map((row) => ({
        recipientId: computeRecipientId(accountId, row.earlier),
        email: row.earlierEmail,
        movedTo: toRecipient(accountId, row),
      }));
      const learners = await findCourseLearners(db, accountId, {
        address: contract.foldAddress(search),
      });
      const courseLearners = learners.map((learner) => toLearner(accountId, learner));
      return { items, earlierAddresses, courseLearners, ...more };
    },

    getRecipient: async ({ params: { recipientId }, query, who: { accountId } }) => {
      const { lastEvaluatedKey } = query;
      const page = paginate(cursors, 'recipient', accountId, lastEvaluatedKey, pageSize);
      const { address, learner } = await requirePerson(db, accountId, recipientId);
      const readPage = (lastId: string | undefined, limit: number) =>
        listRecipientCredentials(db, accountId, address, { lastId, limit });
      const { rows, ...more } = await page(readPage);
      const [newest] = lastEvaluatedKey ? await readPage(undefined, 1) : rows;
      const moved = await findMovedFrom(db, accountId, address, MAX_EARLIER);
      const email = newest?.recipientEmail ?? moved[0]?.earlierEmail ?? learner?.email;
      if (email === undefined) throw new Problem('recipient_not_found');
      const ids = rows.map(({ id }) => id);
      const earlier = await findEarlier(db, accountId, ids, MAX_EARLIER);
      const context = { accountId, urls, now: clock() };
      return {
        recipientId,
        name: newest?.recipientName ?? learner?.name ?? email,
        email,
        movedTo: moved.map((row) => toRecipient(accountId, row)),
        earlierAddresses: earlier.map((row) => ({
          recipientId: computeRecipientId(accountId, row.earlier),
          email: row.earlierEmail,
        })),
        awards: rows.map(({ delivery, deliveryStatus, ...row }) => ({
          ...toCredentialItem(row, context),
          delivery,
          deliveryStatus,
        })),
        mail: await readMailsAbout(deps, accountId, ids, contract.MAX_RECIPIENT_MAILS),
        ...more,
      };
    },

    correctRecipient: ({ params: { recipientId }, body, who, once }) => {
      const findAddress = (trx: Trx) => requireAddress(trx, who.accountId, recipientId);
      return correctRecipient(deps, who, findAddress, body, once());
    },

    eraseRecipient: async ({ params: { recipientId }, who }) => {
      const { address, learner } = await requirePerson(db, who.accountId, recipientId);
      return { jobId: await startErasing(deps, who, address, learner !== undefined) };
    },
  });
}

/** The recipient of a credential that had another address. */
const toRecipient = (accountId: string, { address, name, email }: ReplacedAddress) => ({
  recipientId: computeRecipientId(accountId, address),
  ...{ name, email },
});

const toLearner = (accountId: string, { address, name, email }: CourseLearner) => ({
  recipientId: computeRecipientId(accountId, address),
  ...{ name: name ?? email, email },
});

type Person = { address: string; learner: CourseLearner | undefined };

/** Also a learner of a course to whom nothing was issued. */
async function requirePerson(
  db: Database,
  accountId: string,
  recipientId: string,
): Promise<Person> {
  const address = await findAddress(db, accountId, recipientId);
  if (address !== undefined) return { address, learner: undefined };
  const found = await findCourseLearners(db, accountId, { recipientId });
  const learner = found.find((each) => computeRecipientId(accountId, each.address) === recipientId);
  if (!learner) throw new Problem('recipient_not_found');
  return { address: learner.address, learner };
}

/** The folded address of a recipient of the account, or one that a correction replaced. */
async function findAddress(
  db: Database | Trx,
  accountId: string,
  recipientId: string,
): Promise<string | undefined> {
  const key = BigInt.asIntN(64, BigInt(`0x${recipientId.replaceAll('-', '').slice(0, 16)}`));
  const addresses = await findAddresses(db, accountId, key);
  return addresses.find((each) => computeRecipientId(accountId, each) === recipientId);
}

async function requireAddress(
  db: Database | Trx,
  accountId: string,
  recipientId: string,
): Promise<string> {
  const address = await findAddress(db, accountId, recipientId);
  if (address === undefined) throw new Problem('recipient_not_found');
  return address;
}
