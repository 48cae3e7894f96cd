export { registerEngagement } from './routes.ts';
export { deleteOldClients } from './store.ts';
export { countDaysBefore, registerEngagementWork } from './work.ts';
