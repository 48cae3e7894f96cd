// Load it before the program: sets the wall clock CLOCK_SKEW_MS ahead of the machine's (behind if
// negative). Works like libfaketime, but changes only the wall clock: timers and performance.now()
// are unaffected.
const skewMs = Number(process.env.CLOCK_SKEW_MS);
if (!Number.isInteger(skewMs)) throw new Error('CLOCK_SKEW_MS must be a number of milliseconds');
const own = Date.now;
const now = (): number => own() + skewMs;
globalThis.Date = new Proxy(Date, {
  apply: () => new Date(now()).toString(),
  construct: (date, args, target) =>
    Reflect.construct(date, args.length > 0 ? args : [now()], target),
  get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
});
