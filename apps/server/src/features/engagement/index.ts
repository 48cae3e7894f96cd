export { countDaysBefore } from './count-days.ts';
export { registerEngagement } from './register.ts';
export { deleteOldClients } from './store.ts';
export { registerEngagementWork } from './work.ts';
