// Loaded before a program or helper of the tests: it is asked to end when the process that launched it is gone, however
// that ended, since its standard input closes then.
import { isMainThread } from 'node:worker_threads';

// Threads load it too, and their standard input is none.
if (isMainThread) {
  process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
  (process.stdin as unknown as { unref: () => void }).unref();
}
