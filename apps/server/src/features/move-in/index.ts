export { eraseFromMoveIns } from './erase.ts';
export { registerMoveIn } from './routes.ts';
export { registerMoveInWork } from './work.ts';
