export { eraseFromCourses, eraseWaitingLearners } from './course.ts';
export { createToolKeys, ltiSecrets } from './keys.ts';
export { findPlatform, listAllPlatforms } from './platform-store.ts';
export { setPlatformDisabled } from './platforms.ts';
export { registerLti } from './routes.ts';
export { createPlatformServices } from './services.ts';
export { type CourseLearner, findCourseLearners } from './store.ts';
export { getLtiTexts } from './texts.ts';
export { measureLti, registerLtiWork } from './work.ts';
