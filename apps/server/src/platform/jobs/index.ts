export { startBatchWorker } from './batch-worker.ts';
export { type DeadJob, deadJobs, dropDead, queueState, revive } from './dead-store.ts';
export { accountsHeld, countHeldJobs, holdJobs, releaseJobs } from './held-store.ts';
export type { Lost } from './leases.ts';
export { type Chore, startChores } from './periodic.ts';
export { enqueue, type Job } from './queue.ts';
export { dropKind, releaseClaims, sweep } from './store.ts';
export { collectWork, inSlices, startWork, type Work } from './work.ts';
export {
  type Handlers,
  type JobContext,
  PermanentFailure,
  startWorker,
  type Worker,
} from './worker.ts';
