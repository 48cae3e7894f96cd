export { startBatchWorker } from './batch-worker.ts';
export type { LeaseCheck } from './leases.ts';
export { enqueue, type Job } from './queue.ts';
export {
  countPausedJobs,
  type DeadJob,
  deleteDeadJob,
  deleteJobsOfKind,
  listPausedAccounts,
  pauseJobs,
  readDeadJobs,
  readQueueState,
  releaseClaims,
  resumeJobs,
  retryDeadJob,
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
