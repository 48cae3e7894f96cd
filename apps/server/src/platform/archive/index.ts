export { type Archiver, startArchiver } from './archiver.ts';
export { type TakenBase, takeBase } from './base.ts';
export { type Base, type BaseManifest, listBases } from './bases.ts';
export { extractBase } from './extract.ts';
export { listSegments, readPacked } from './log.ts';
export { openArchive } from './place.ts';
export { baseFor, isSegment, nextName, reachOf } from './rules.ts';
export { keepSealed, openSealed } from './secret.ts';
export { readStatus, type Status } from './status.ts';
