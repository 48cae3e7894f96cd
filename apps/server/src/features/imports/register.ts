import type { Scope } from '../../platform/http/index.ts';
import type { ImportDeps } from './deps.ts';
import { acceptFiles, importRoutes } from './routes.ts';

export function registerImports(scope: Scope, deps: ImportDeps) {
  return scope.within(acceptFiles, ({ implement }) => importRoutes(implement, deps));
}
