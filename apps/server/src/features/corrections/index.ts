import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import { formatCorrectableValues } from '../credentials/index.ts';
import { readActivity } from '../events/index.ts';
import { type CorrectDeps, correctOne, renewOne } from './correct.ts';
import { type EarlierEdition, findHistory } from './store.ts';

export { type CorrectDeps, correctRecipient } from './correct.ts';

export function registerCorrections({ implement }: Scope, deps: CorrectDeps) {
  return implement(contract.correctionOperations, {
    correctAward: ({ params: { awardId: id }, body, who, once, assertMatches }) =>
      correctOne(deps, who, { id, fields: body, once: once(), assertMatches }, body),

    renewAward: ({ params: { awardId: id }, body, who, once, assertMatches }) =>
      renewOne(deps, who, { id, fields: body, once: once(), assertMatches }, body.expires),

    awardEditions: async ({ params: { awardId }, who: { accountId } }) => ({
      items: await listEditions(deps.db, accountId, awardId),
    }),
  });
}

const MAX_EDITIONS = 200;

/**
 * Editions, newest first. Each stored edition has the values that the next one changed, so the
 * values of all are found by going back from the current ones.
 */
async function listEditions(
  db: Database,
  accountId: string,
  id: string,
): Promise<contract.AwardEdition[]> {
  const credential = await findHistory(db, accountId, id, MAX_EDITIONS);
  if (!credential) throw new Problem('credential_not_found');
  const values: Record<string, unknown> = formatCorrectableValues(credential);
  let { badgeVersion, issuerVersion } = credential;
  const editions = (credential.earlier ?? []).map((each): contract.AwardEdition => {
    const changes: contract.AwardEdition['changes'] = Object.entries(each.previous ?? {}).map(
      ([field, before]) => ({ field: field as never, before, after: values[field] }),
    );
    if (each.badgeVersion !== badgeVersion) changes.push({ field: 'badge' });
    if (each.issuerVersion !== issuerVersion) changes.push({ field: 'issuer' });
    Object.assign(values, each.previous);
    ({ badgeVersion, issuerVersion } = each);
    return {
      ...{ edition: each.number + 1, kind: each.action ?? 'updated' },
      ...{ at: new Date(each.replacedAt).toISOString(), by: toCause(each) },
      ...(each.reason ? { reason: each.reason } : {}),
      changes,
    };
  });
  if (editions.length === MAX_EDITIONS) return editions;
  const [issued] = await readActivity(db, accountId, id);
  const by = issued?.type === 'issued' ? issued.by : null;
  const at = credential.createdAt.toISOString();
  return [...editions, { edition: 1, kind: 'issued', at, by, changes: [] }];
}

/** Names the key instead of its user: it identifies the program. */
function toCause({ personId, person, keyId, key }: EarlierEdition): contract.AwardEdition['by'] {
  if (keyId) return { kind: 'key', id: keyId, name: key };
  return personId ? { kind: 'person', id: personId, name: person } : null;
}
