// Preloaded into child processes: they end when their parent is gone, because standard input
// closes.
import { isMainThread } from 'node:worker_threads';

// Worker threads load it too, without standard input.
if (isMainThread) {
  process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
  (process.stdin as unknown as { unref: () => void }).unref();
}
