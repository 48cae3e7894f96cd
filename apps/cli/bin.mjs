#!/usr/bin/env node
import '../../scripts/needs-node.mjs';

const { enableCompileCache } = await import('node:module');
enableCompileCache();
await import('./src/run.ts');
