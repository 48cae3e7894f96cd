import type { Urls } from '../../kernel/urls.ts';
import type { DashboardFiles } from './files.ts';

/** `files` is undefined if the dashboard wasn't built. */
export type DashboardDeps = { urls: Urls; files: DashboardFiles | undefined };
