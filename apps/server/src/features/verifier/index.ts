export { createDigester, type Digester } from './digester.ts';
export { registerVerifier } from './routes.ts';
export { getVerifierTexts } from './texts/index.ts';
