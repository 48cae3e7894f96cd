export { forgetMonths, type Log } from './forget.ts';
