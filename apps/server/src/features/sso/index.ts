import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { computeEtag, joinEtags } from '../../platform/http/etag.ts';
import type { Implement, Scope } from '../../platform/http/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import type { MainThreadTurns } from '../../platform/limits/main-thread.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { ProviderClient } from '../../platform/outbound/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { isRecentSignIn } from '../people/index.ts';
import {
  type ConnectionDeps,
  computeConnectionEtag,
  createConnection,
  deleteConnection,
  listWarnings,
  type Protocols,
  readConnection,
  startTest,
  updateConnection,
} from './connections.ts';
import { type DomainRow, listDomainRows } from './domain-store.ts';
import {
  addDomain,
  type DomainDeps,
  deleteDomain,
  formatRecord,
  type LookUpTexts,
  registerDomainChecks,
  verifyDomain,
} from './domains.ts';
import { ssoRefusedTotal } from './flow.ts';
import { createOidc } from './oidc.ts';
import { type SsoPageDeps, ssoPages } from './pages.ts';
import { ssoReasons } from './rules.ts';
import { createSaml } from './saml/saml.ts';
import { type Connection, deleteExpiredRequests, listConnectionRows } from './store.ts';

export { createAdmitSession } from './admit.ts';
export { countLostSsoSecrets, ssoSecrets } from './connections.ts';
export { findDomainOwners } from './domain-store.ts';
export { createTextLookup, ownsDomain } from './domains.ts';
export { createSingleSignOn } from './pages.ts';
export { vouchesForEmail } from './rules.ts';
export { registerSamlWork } from './saml/metadata-refresh.ts';
export { listAllConnections } from './store.ts';
export { setConnectionDisabled, showConnection, unlinkUser } from './support.ts';
export { getSsoTexts } from './texts.ts';

type SsoDeps = Omit<ConnectionDeps, 'protocols'> &
  DomainDeps &
  Omit<SsoPageDeps, 'protocols'> & {
    provider: ProviderClient;
    operatorEmail: string;
    mainThread: MainThreadTurns;
  };

export function registerSso(scope: Scope, settings: SsoDeps) {
  const protocols: Protocols = { oidc: createOidc(settings), saml: createSaml(settings) };
  const deps = { ...settings, protocols };
  scope.within(createPageScope(deps.urls.base), ({ app }) => ssoPages(app, deps));
  return ssoRoutes(scope.implement, deps);
}

type RouteDeps = Omit<SsoDeps, 'protocols'> & { protocols: Protocols };

function ssoRoutes(implement: Implement, deps: RouteDeps) {
  const { db, clock, protocols } = deps;
  /** These settings decide who signs in as whom. */
  const requireFresh = ({ signedInAt }: Caller): void => {
    if (!isRecentSignIn(signedInAt?.getTime(), clock().getTime()))
      throw new Problem('fresh_sign_in_required');
  };

  const describe = async (connection: Connection) => ({
    connectionId: connection.id,
    ...{ name: connection.name, protocol: connection.protocol },
    ...protocols[connection.protocol].describe(connection),
    ...{ domains: connection.domains, roles: connection.roles },
    ...{ provisioning: connection.provisioning, enforced: connection.enforced },
    breakGlassEmail: connection.breakGlassEmail,
    disabled: connection.disabledAt !== null,
    createdAt: connection.createdAt.toISOString(),
    updatedAt: connection.updatedAt.toISOString(),
    warnings: await listWarnings(deps, connection),
  });

  return implement(contract.ssoOperations, {
    listSsoConnections: async ({ who }) => {
      const rows = await listConnectionRows(db, who.accountId);
      return { items: await Promise.all(rows.map(describe)) };
    },

    createSsoConnection: async ({ body, who }) => {
      requireFresh(who);
      return { connectionId: await createConnection(deps, who, body) };
    },

    getSsoConnection: async ({ params, who }) => {
      const connection = await readConnection(deps, who, params.connectionId);
      const answer = await describe(connection);
      return {
        answer,
        etag: joinEtags(computeConnectionEtag(connection), computeEtag(answer)),
      };
    },

    updateSsoConnection: async ({ params: { connectionId }, body, who, assertMatches }) => {
      requireFresh(who);
      const etag = await updateConnection(deps, who, connectionId, body, assertMatches);
      return { answer: { connectionId, updated: true as const }, etag };
    },

    deleteSsoConnection: async ({ params, who }) => {
      requireFresh(who);
      await deleteConnection(deps, who, params.connectionId);
      return { deleted: true } as const;
    },

    testSsoConnection: async ({ params, who }) => {
      requireFresh(who);
      const { url, expiresAt } = await startTest(deps, who, params.connectionId);
      return { url, expiresAt: expiresAt.toISOString() };
    },

    listSsoDomains: async ({ who }) => {
      const rows = await listDomainRows(db, who.accountId);
      return { items: rows.map(toDomainItem) };
    },

    addSsoDomain: async ({ body, who }) => {
      requireFresh(who);
      return toDomainItem(await addDomain(deps, who, body.domain));
    },

    verifySsoDomain: async ({ params, who }) => {
      requireFresh(who);
      return toDomainItem(await verifyDomain(deps, who, params.domain));
    },

    deleteSsoDomain: async ({ params, who }) => {
      requireFresh(who);
      await deleteDomain(deps, who, params.domain);
      return { deleted: true } as const;
    },
  });
}

const toDomainItem = ({ domain, token, verifiedAt, missingSince, connectionId }: DomainRow) => ({
  ...{ domain, verified: verifiedAt !== null, connectionId },
  record: { name: domain, type: 'TXT' as const, value: formatRecord(token) },
  missingSince: missingSince?.toISOString() ?? null,
});

type WorkDeps = { db: Database; clock: Clock; urls: Urls; lookUpTexts: LookUpTexts };

export function registerSsoWork(work: BackgroundWork, deps: WorkDeps): void {
  work.chores({
    name: 'single sign-on requests',
    run: (trx) => deleteExpiredRequests(trx, deps.clock()),
  });
  registerDomainChecks(work, deps);
}

export function measureSso({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: ssoRefusedTotal,
    help: 'Refused sign-ins by single sign-on, by reason.',
    labels: ['reason'],
    zeros: ssoReasons.map((reason) => ({ reason })),
  });
}
