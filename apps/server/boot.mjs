import '../../scripts/needs-node.mjs';

const { enableCompileCache } = await import('node:module');
enableCompileCache();
await limitMemory();
await import('./src/main.ts');

/**
 * Memory limits apply only from process start, so the process re-executes itself with the same pid
 * and streams.
 */
async function limitMemory() {
  // Not available on Windows, and an IPC channel would not survive.
  if (process.platform === 'win32' || process.connected) return;
  const { memoryLimits, usableMemory } = await import('./src/config/memory.ts');
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  const limits = memoryLimits(usableMemory(), options);
  if (!limits) return;
  const args = [...limits.options, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, [process.execPath, ...args], { ...limits.env, ...process.env });
}
