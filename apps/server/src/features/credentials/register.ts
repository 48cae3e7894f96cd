import type { Scope } from '../../platform/http/index.ts';
import type { CredentialDeps } from './deps.ts';
import { credentialLifecycleRoutes } from './lifecycle-routes.ts';
import { credentialRoutes } from './routes.ts';

export function registerCredentials({ implement }: Scope, deps: CredentialDeps) {
  return [credentialRoutes(implement, deps), credentialLifecycleRoutes(implement, deps)];
}
