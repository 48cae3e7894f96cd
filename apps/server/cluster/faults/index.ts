import { apiKilled } from './api-killed.ts';
import { etcdMemberLost } from './etcd-member-lost.ts';
import type { Fault } from './fault.ts';
import { picturesAway } from './pictures-away.ts';
import { poolerRestarted } from './pooler-restarted.ts';
import { primaryCrashes } from './primary-crashes.ts';
import { primaryCut } from './primary-cut.ts';
import { primaryDies } from './primary-dies.ts';
import { primaryFrozen } from './primary-frozen.ts';
import { primaryThawedLate } from './primary-thawed-late.ts';
import { standbyFrozen } from './standby-frozen.ts';
import { workerKilled } from './worker-killed.ts';

/** Each starts once the cluster has recovered from the one before. */
export const faults: Fault[] = [
  apiKilled,
  poolerRestarted,
  picturesAway,
  etcdMemberLost,
  primaryCrashes,
  primaryDies,
  primaryFrozen,
  primaryThawedLate,
  primaryCut,
  standbyFrozen,
  workerKilled,
];
