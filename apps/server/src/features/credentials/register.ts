import type { Scope } from '../../platform/http/index.ts';
import type { CredentialDeps } from './deps.ts';
import { credentialLifecycleRoutes } from './lifecycle-routes.ts';
import { credentialRoutes } from './routes.ts';

export function registerCredentials({ route }: Scope, deps: CredentialDeps): void {
  credentialRoutes(route, deps);
  credentialLifecycleRoutes(route, deps);
}
