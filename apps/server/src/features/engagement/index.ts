export { countDaysBefore } from './count-days.ts';
export { registerEngagement } from './register.ts';
export { forgetClients } from './store.ts';
export { registerEngagementWork } from './work.ts';
