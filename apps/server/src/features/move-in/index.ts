export { registerMoveIn } from './routes.ts';
export { eraseFromMoveIns } from './store.ts';
export { registerMoveInWork } from './work.ts';
