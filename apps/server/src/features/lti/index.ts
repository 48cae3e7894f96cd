import * as contract from '@insignia/contract';
import type { Urls } from '../../kernel/urls.ts';
import { acceptSelections, type Implement, type Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import { createToolKeys } from './keys.ts';
import { type LaunchDeps, ltiPages } from './launch.ts';
import { listPlatformRows } from './platform-store.ts';
import {
  checkPlatform,
  computePlatformEtag,
  createPlatform,
  createRegistration,
  deletePlatform,
  describePlatform,
  type PlatformDeps,
  readPlatform,
  updatePlatform,
} from './platforms.ts';
import { createPlatformServices } from './services.ts';

export { eraseFromCourses, eraseWaitingLearners } from './course.ts';
export { createToolKeys, ltiSecrets } from './keys.ts';
export { findPlatform, listAllPlatforms } from './platform-store.ts';
export { setPlatformDisabled } from './platforms.ts';
export { createPlatformServices } from './services.ts';
export { type CourseLearner, findCourseLearners } from './store.ts';
export { getLtiTexts } from './texts.ts';
export { measureLti, registerLtiWork } from './work.ts';

type LtiDeps = Omit<LaunchDeps, 'keys' | 'services'> & { sealer: Sealer };

export function registerLti(scope: Scope, settings: LtiDeps) {
  const keys = createToolKeys(settings);
  const services = createPlatformServices({ ...settings, keys });
  const deps = { ...settings, keys, services };
  scope.within(createPageScope(deps.urls.base, acceptSelections), ({ app }) => ltiPages(app, deps));
  return ltiRoutes(scope.implement, deps);
}

function describeToolUrls(urls: Urls, accountId: string) {
  const { login, launch, keys } = urls.lti(accountId);
  return { loginUrl: login, launchUrl: launch, jwksUrl: keys };
}

function ltiRoutes(implement: Implement, deps: PlatformDeps) {
  const { db, urls } = deps;
  return implement(contract.ltiOperations, {
    listLtiPlatforms: async ({ who }) => ({
      items: (await listPlatformRows(db, who.accountId)).map(describePlatform),
      tool: describeToolUrls(urls, who.accountId),
    }),

    createLtiPlatform: async ({ body, who }) => ({
      platformId: await createPlatform(deps, who, body),
    }),

    getLtiPlatform: async ({ params, who }) => {
      const platform = await readPlatform(deps, who, params.platformId);
      return { answer: describePlatform(platform), etag: computePlatformEtag(platform) };
    },

    updateLtiPlatform: async ({ params: { platformId }, body, who, assertMatches }) => {
      const etag = await updatePlatform(deps, who, platformId, body, assertMatches);
      return { answer: { platformId, updated: true as const }, etag };
    },

    deleteLtiPlatform: async ({ params, who }) => {
      await deletePlatform(deps, who, params.platformId);
      return { deleted: true } as const;
    },

    testLtiPlatform: async ({ params, who }) => ({
      checks: await checkPlatform(deps, who, params.platformId),
    }),

    createLtiRegistration: async ({ who }) => {
      const { url, expiresAt } = await createRegistration(deps, who);
      return { url, expiresAt: expiresAt.toISOString() };
    },
  });
}
