import type { Scope } from '../../platform/http/index.ts';
import type { AccessDeps } from './deps.ts';
import { keyRoutes } from './key-routes.ts';
import { sessionRoutes } from './session-routes.ts';

export function registerAccess({ implement }: Scope, deps: AccessDeps) {
  return [sessionRoutes(implement, deps), keyRoutes(implement, deps)];
}
