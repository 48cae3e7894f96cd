// Preloaded before node:test. To know which test runs, node:test watches each promise and handle until it is garbage, with a
// fifth of the CPU of our tests. AsyncLocalStorage knows it too, at almost no cost.
import hooks from 'node:async_hooks';

const { AsyncResource, createHook, executionAsyncId } = hooks;
const current = new hooks.AsyncLocalStorage();
let track;
/** Tests and test hooks that have started and not ended, the last one last. */
let running = [];
/** An uncaught error has no context. Such an error belongs to the test that started last. */
let isUncaught = false;

class TestResource extends AsyncResource {
  constructor(...options) {
    super(...options);
    track?.(this.asyncId(), '', 0, this);
  }

  runInAsyncScope(work, self, ...values) {
    running = [...running.filter(({ finished }) => !finished), this];
    const inside = () => current.run(this.asyncId(), () => work.apply(self, values));
    return super.runInAsyncScope(inside);
  }
}

function findTestId() {
  if (!isUncaught) return current.getStore() ?? executionAsyncId();
  isUncaught = false;
  return running.findLast(({ finished }) => finished === false)?.asyncId();
}

const expectUncaught = () => {
  isUncaught = true;
};

// The runner takes these functions from the module when it loads.
Object.assign(hooks, {
  AsyncResource: TestResource,
  executionAsyncId: findTestId,
  createHook: ({ init }) => {
    track = init;
    // Called before the runner's own listeners.
    process.on('uncaughtExceptionMonitor', expectUncaught);
    process.on('unhandledRejection', expectUncaught);
    return { enable: () => {}, disable: () => {} };
  },
});
await import('node:test');
Object.assign(hooks, { AsyncResource, executionAsyncId, createHook });
