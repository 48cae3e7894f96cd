import type { Scope } from '../../platform/http/index.ts';
import type { EngagementDeps } from './deps.ts';
import { engagementRoutes } from './routes.ts';
import { statsRoutes } from './stats-routes.ts';

export function registerEngagement({ route }: Scope, deps: EngagementDeps): void {
  engagementRoutes(route, deps);
  statsRoutes(route, deps);
}
