import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const ownDirectory = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const marker = /^-- outside a transaction\s*$/;

/**
 * `-- needs 0056_name` in a file that removes something names the migration that programs must know
 * to run afterward.
 */
const needsMarker = /^-- needs (\d{4}_\w+)\s*$/m;

export type MigrationFile = {
  name: string;
  text: string;
  isOutside: boolean;
  needs: string | undefined;
};

/** Sorted by number. */
export async function readMigrations(directory = ownDirectory): Promise<MigrationFile[]> {
  const files = (await readdir(directory)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(`${directory}/${file}`, 'utf8');
      const [first = ''] = text.split('\n', 1);
      return {
        ...{ name: file.replace('.sql', ''), text, isOutside: marker.test(first) },
        needs: needsMarker.exec(text)?.[1],
      };
    }),
  );
}
