import '../../scripts/needs-node.mjs';

const { enableCompileCache } = await import('node:module');
enableCompileCache();
await limitMemory();
await import('./src/main.ts');

/** The limits count from a process's beginning: it begins again in its own place, with the same number and streams. */
async function limitMemory() {
  // There is none on Windows, and a channel to the parent would not outlive it.
  if (process.platform === 'win32' || process.connected) return;
  const { memoryLimits, usableMemory } = await import('./src/config/memory.ts');
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  const limits = memoryLimits(usableMemory(), given);
  if (!limits) return;
  const args = [...limits.options, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, [process.execPath, ...args], { ...limits.env, ...process.env });
}
