#!/usr/bin/env node
import '../../scripts/needs-node.mjs';

const { enableCompileCache } = await import('node:module');
enableCompileCache();
const { main } = await import('./src/main.ts');
process.exitCode = await main(process.argv.slice(2));
// Ctrl-C exits without waiting for open database connections.
if (process.exitCode === 130) process.exit();
