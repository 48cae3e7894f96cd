export { registerSecondFactor } from './routes.ts';
export { countLostFactors, createFactorSealer, secondFactorSecrets } from './sealer.ts';
export { createSecurityForms, type SecurityForm } from './security-section.ts';
export { removeLostFactor, type SetupDeps } from './setup.ts';
export { getSecondFactorTexts } from './texts.ts';
