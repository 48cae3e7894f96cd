import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../../../scripts/build-dashboard.ts', import.meta.url));

/**
 * Builds the dashboard if missing or outdated. Runs in its own process next to the database's
 * start, which frees its memory afterward, and reports its own errors.
 */
export async function provideDashboard(): Promise<void> {
  const building = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(building, 'exit');
}
