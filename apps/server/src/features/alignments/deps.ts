import type { Outbound } from '../../platform/outbound/index.ts';
import type { Throttle } from '../../platform/throttle.ts';

export type AlignmentDeps = {
  throttle: Throttle;
  /** The guarded client. */
  outbound: Outbound;
};
