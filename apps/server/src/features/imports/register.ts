import type { Scope } from '../../platform/http/index.ts';
import type { ImportDeps } from './deps.ts';
import { importRoutes, takeFiles } from './routes.ts';

export function registerImports(scope: Scope, deps: ImportDeps): void {
  scope.within(takeFiles, ({ route }) => importRoutes(route, deps));
}
