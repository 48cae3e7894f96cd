export { type Chore, startChores } from './periodic.ts';
export { enqueue, type Job } from './queue.ts';
export { releaseClaims, sweep } from './store.ts';
export { type Handlers, Hopeless, startWorker, type Turn, type Worker } from './worker.ts';
