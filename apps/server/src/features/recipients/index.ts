export { registerRecipients } from './routes.ts';
