export { startBatchWorker } from './batch-worker.ts';
export {
  type DeadJob,
  deleteDeadJob,
  readDeadJobs,
  readQueueState,
  retryDeadJob,
} from './dead-store.ts';
export type { LeaseCheck } from './leases.ts';
export { enqueue, type Job } from './queue.ts';
export {
  countPausedJobs,
  deleteJobsOfKind,
  listPausedAccounts,
  pauseJobs,
  releaseClaims,
  resumeJobs,
  sweepJobs,
} from './store.ts';
export {
  type BackgroundWork,
  type Chore,
  collectWork,
  runInSlices,
  startChores,
  startWork,
} from './work.ts';
export {
  type JobContext,
  type JobHandlers,
  PermanentFailure,
  startWorker,
  type Worker,
} from './worker.ts';
