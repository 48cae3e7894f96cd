export { type CorrectDeps, correctRecipient } from './correct.ts';
export { registerCorrections } from './routes.ts';
