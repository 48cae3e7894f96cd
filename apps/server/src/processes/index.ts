export { createChildConfig, readAssignment, sendToParent, siblings } from './child.ts';
export { startPrimary } from './primary.ts';
