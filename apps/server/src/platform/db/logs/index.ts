export { agreedTime } from './agreed-time.ts';
export { forgetMonths, type Log } from './forget.ts';
