export { agreedTime } from './agreed-time.ts';
export { forgetMonths, type Log } from './forget.ts';
export { idsBetween, pageOf, readPage, type Window, windowsOf } from './pages.ts';
