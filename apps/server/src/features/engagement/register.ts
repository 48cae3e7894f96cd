import type { Scope } from '../../platform/http/index.ts';
import type { EngagementDeps } from './deps.ts';
import { engagementRoutes } from './routes.ts';
import { statsRoutes } from './stats-routes.ts';

export function registerEngagement({ implement }: Scope, deps: EngagementDeps) {
  return [engagementRoutes(implement, deps), statsRoutes(implement, deps)];
}
