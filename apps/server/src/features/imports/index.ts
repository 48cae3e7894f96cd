export { eraseFromImports } from './erase-store.ts';
export { registerImports } from './register.ts';
export { cleanUpImports } from './store.ts';
export { importsReader, measureImports } from './watch.ts';
export { registerImportsWork } from './work.ts';
