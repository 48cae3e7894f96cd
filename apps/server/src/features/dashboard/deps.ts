import type { Urls } from '../../kernel/urls.ts';
import type { Files } from './files.ts';

/** `files`: undefined where it is not built. */
export type DashboardDeps = { urls: Urls; files: Files | undefined };
