import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../../../scripts/build-dashboard.ts', import.meta.url));

/**
 * Builds it where it is missing or was made from other sources. In a process of its own, beside the database's start, which
 * takes along the memory that it needs; it tells by itself what it could not do.
 */
export async function provideDashboard(): Promise<void> {
  const building = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(building, 'exit');
}
