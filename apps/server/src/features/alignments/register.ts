import * as contract from '@insignia/contract';
import type { Scope } from '../../platform/http/index.ts';
import type { AlignmentDeps } from './deps.ts';
import { lookUpUrl } from './look-up.ts';

export function registerAlignments({ implement }: Scope, deps: AlignmentDeps) {
  return implement(contract.alignmentOperations, {
    lookUpAlignment: ({ body, who }) => lookUpUrl(deps, who, body),
  });
}
