import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a TypeScript project with the declarations of the SDK, which compiles only if the surface
 * that is written out equals the inferred one. Within `sdk`, because the compiler wants its files
 * below the repository.
 */
export async function writeComparison(sdk: string, surface: string): Promise<string> {
  const place = join(sdk, 'node_modules/.cache', `surface-${process.pid}`);
  await mkdir(place, { recursive: true });
  const written = surface.replaceAll("'./settings.js'", "'../../../src/settings.js'");
  await writeFile(join(place, 'surface.d.ts'), written);
  await writeFile(
    join(place, 'same.ts'),
    `import type { Differences } from '../../../build/differences.ts';
     import type { Client as Inferred, WebhookEvent as InferredEvent } from '../../../src/surface.ts';
     import type { Client as Written, WebhookEvent as WrittenEvent } from './surface.js';
     export const none: never = undefined as unknown as Differences<Inferred, Written>;
     type Receiver<E> = { webhooks: { event: E } };
     export const nor: never = undefined as unknown as Differences<Receiver<InferredEvent>, Receiver<WrittenEvent>>;`,
  );
  const project = { extends: '../../../tsconfig.build.json', files: ['same.ts'] };
  await writeFile(join(place, 'tsconfig.json'), JSON.stringify(project));
  return place;
}
