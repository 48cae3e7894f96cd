export { eraseFromImports } from './erase-store.ts';
export { registerImports } from './routes.ts';
export { cleanUpImports } from './store.ts';
export { importsReader, measureImports, registerImportsWork } from './work.ts';
