export { registerSecondFactor } from './routes.ts';
export { countLostFactors, createFactorSealer, secondFactorSecrets } from './sealer.ts';
export { createSecurityForms, type SecurityForm } from './security-forms.ts';
export { removeLostFactor, type SetupDeps } from './setup.ts';
