import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./src/main.ts');
