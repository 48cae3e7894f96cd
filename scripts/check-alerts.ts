import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../apps/server/tests/support/port.ts';
import { createTemporaryDirectory, startProcess } from '../apps/server/tests/support/process.ts';

/**
 * Runs Prometheus' tool on alerts, their tests, and the metrics of an instance. Not in `npm test`,
 * which needs no Prometheus; metric names are tested there (tests/one-process/watch.test.ts).
 */
const folder = fileURLToPath(new URL('../deploy/prometheus/', import.meta.url));

function promtool(args: string[], input?: string): void {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: folder,
    encoding: 'utf8',
    ...(input === undefined ? {} : { input }),
  });
  if (error) {
    console.error(
      'promtool is missing: apt-get install prometheus, or https://prometheus.io/download',
    );
    process.exit(1);
  }
  console.log(`promtool ${args.join(' ')}\n${stdout}${stderr}`.trim());
  if (status !== 0) process.exitCode = 1;
}

promtool(['check', 'config', 'prometheus.yml']);
promtool(['check', 'rules', 'alerts.yml']);
promtool(['test', 'rules', 'alerts.test.yml']);

const port = String(await findFreePort());
const { path, remove } = await createTemporaryDirectory();
const running = await startProcess({ DATA_DIR: path, METRICS_PORT: port });
const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
promtool(['check', 'metrics'], text);
running.child.kill('SIGTERM');
await running.ended;
await remove();
