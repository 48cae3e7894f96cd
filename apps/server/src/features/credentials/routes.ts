import * as contract from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { computeEtag, joinEtags } from '../../platform/http/etag.ts';
import type { Implement, Scope } from '../../platform/http/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import type { Exports } from '../../platform/limits/exports.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { isTracing } from '../../platform/tracing/index.ts';
import { readActivity } from '../events/index.ts';
import { ensureShortCode } from '../short-codes/index.ts';
import { type EraseDeps, eraseCredential } from './erase.ts';
import { exportCsv } from './export.ts';
import { type IssueDeps, issuedTotal, issueOne } from './issue.ts';
import {
  computeCorrectionEtag,
  countCredentials,
  findHolders,
  type ListDeps,
  listCredentials,
  readFilter,
  toCredentialItem,
} from './list.ts';
import { revokedTotal, revokeOne } from './revoke.ts';
import { formatCredentialDetails } from './rules.ts';
import {
  backfillEmailStates,
  type CredentialRow,
  findCredential,
  findLastDelivery,
  flushSearchIndex,
  markExpired,
} from './store.ts';

type CredentialDeps = Omit<IssueDeps, 'issued' | 'isTraced'> &
  ListDeps &
  EraseDeps & { urls: Urls; exports: Exports };

export function registerCredentials({ implement }: Scope, deps: CredentialDeps) {
  return [credentialRoutes(implement, deps), credentialLifecycleRoutes(implement, deps)];
}

function credentialRoutes(implement: Implement, deps: CredentialDeps) {
  const { db, urls, clock } = deps;
  const issued = db.figures.counter(issuedTotal, { way: 'request' });
  const issuing = { ...deps, issued, isTraced: isTracing() };

  const item = (row: CredentialRow, accountId: string) =>
    toCredentialItem(row, { accountId, urls, now: clock() });

  return implement(
    { ...contract.credentialOperations, ...contract.holderOperations },
    {
      createAward: {
        handle: issueOne.bind(undefined, issuing),
        findErrors: (fields) => contract.findDateErrors(fields, clock().getTime()),
      },

      listAwards: async ({ query, who, reply }) => {
        const filter = readFilter(query.filter, reply);
        const { rows, ...more } = await listCredentials(deps, who, filter, query.lastEvaluatedKey);
        return { awards: rows.map((row) => item(row, who.accountId)), ...more };
      },

      countAwards: ({ query, who, reply }) =>
        countCredentials(deps, who, readFilter(query.filter, reply), {
          unreachable: query.unreachable === 'true',
        }),

      exportAwards: async ({ query, who, reply }) => {
        const filter = readFilter(query.filter, reply);
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="credentials.csv"');
        return deps.exports.send(reply, who.accountId, () => exportCsv(db, deps, who, filter));
      },

      findHolders: ({ params: { badgeId }, body, who }) =>
        findHolders(db, who.accountId, badgeId, body.emails),

      getAward: async ({ params, who }) => {
        const row = await findCredential(db, who.accountId, params.awardId);
        if (!row) throw new Problem('credential_not_found');
        const { correctedAt } = row;
        const answer = {
          ...item(row, who.accountId),
          shortCode: await ensureShortCode(db, row),
          expires: row.expires?.toISOString() ?? null,
          revoked: row.revokedAt !== null,
          ...(row.revocationReason ? { revocationReason: row.revocationReason } : {}),
          ...(await findLastDelivery(db, row.id)),
          ...(correctedAt ? { correctedAt: correctedAt.toISOString() } : {}),
          ...formatCredentialDetails(row.credentialDetails),
        };
        return { answer, etag: joinEtags(computeCorrectionEtag(row), computeEtag(answer)) };
      },
    },
  );
}

/** Operations on issued credentials. */
function credentialLifecycleRoutes(implement: Implement, deps: CredentialDeps) {
  return implement(contract.lifecycleOperations, {
    revokeAward: async ({ params, body, who }) => {
      await revokeOne(deps, who, params.awardId, body.reason ?? '');
      return { revoked: true } as const;
    },

    deleteAward: async ({ params, who }) => {
      await eraseCredential(deps, who, params.awardId);
      return { deleted: true } as const;
    },

    awardEvents: async ({ params: { awardId }, who }) => {
      if (!(await findCredential(deps.db, who.accountId, awardId)))
        throw new Problem('credential_not_found');
      return { items: await readActivity(deps.db, who.accountId, awardId) };
    },
  });
}

export function registerCredentialsWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores({ name: 'search keys', run: flushSearchIndex });
  work.chores({ name: 'email states', run: backfillEmailStates });
  work.chores({ name: 'expired credentials', run: (trx) => markExpired(trx, clock()) });
}

export function measureCredentials({ figures }: Metrics, db: Database): void {
  figures(
    db.figures,
    'counter',
    {
      name: issuedTotal,
      help: 'Credentials issued by requests, imports, claim codes and courses.',
      labels: ['way'],
      zeros: [{ way: 'request' }, { way: 'import' }, { way: 'claim' }, { way: 'course' }],
    },
    { name: revokedTotal, help: 'Credentials revoked, one at a time or in bulk.' },
  );
}
