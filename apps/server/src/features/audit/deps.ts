import type { Cursors } from '../../platform/cursors.ts';
import type { Database } from '../../platform/db/index.ts';

export type AuditDeps = { db: Database; cursors: Cursors };
