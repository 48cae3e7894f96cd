export type { MemberDeps } from './deps.ts';
export { invitationMail } from './invite.ts';
export { memberPages } from './pages.ts';
export { memberRoutes } from './routes.ts';
