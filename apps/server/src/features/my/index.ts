export { hideMyCredentials, moveBelongings, registerMy } from './routes.ts';
export { getMyTexts } from './texts.ts';
