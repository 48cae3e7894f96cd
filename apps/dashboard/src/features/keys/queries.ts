import type { createKey } from '@insignia/contract';
import type { z } from 'zod';

export type Scope = z.output<typeof createKey.body>['scope'];
