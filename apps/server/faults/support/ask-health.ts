// A second client in its own thread: polls /healthz and reports the slowest response.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export type HealthLatency = { longest: number; answers: number };

const pauseMs = 10;
const agent = new Agent({ keepAlive: true });
let waited: HealthLatency = { longest: 0, answers: 0 };
let isOver = false;

parentPort?.on('message', (word) => {
  parentPort?.postMessage(waited);
  waited = { longest: 0, answers: 0 };
  isOver = word === 'end';
});

while (!isOver) {
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    get(`${workerData}/healthz`, { agent }, (answer) => answer.resume().on('end', resolve)).on(
      'error',
      reject,
    );
  });
  waited.longest = Math.max(waited.longest, performance.now() - started);
  waited.answers++;
  await sleep(pauseMs);
}
agent.destroy();
parentPort?.close();
