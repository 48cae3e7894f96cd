export { registerEngagement } from './register.ts';
export { forgetClients } from './store.ts';
