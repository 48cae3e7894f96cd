import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A copy of this program one version ahead: two expanding migrations and a changed function.
 * Returns the command to start it.
 */
export async function makeNextVersion(home: string): Promise<string> {
  const server = join(home, 'apps/server');
  await mkdir(server, { recursive: true });
  for (const name of ['node_modules', 'scripts', 'packages', 'package.json', 'apps/dashboard'])
    await symlink(join(root, name), join(home, name));
  for (const name of ['fonts', 'node_modules', 'package.json'])
    await symlink(join(root, 'apps/server', name), join(server, name));
  for (const name of ['boot.mjs', 'src', 'migrations', 'sql'])
    await cp(join(root, 'apps/server', name), join(server, name), { recursive: true });
  const migration = (name: string, text: string) =>
    writeFile(join(server, 'migrations', `${name}.sql`), text);
  await migration('9001_next', 'alter table credentials add column next_words text;\n');
  await migration(
    '9002_next_index',
    '-- outside a transaction\ncreate index concurrently credentials_next on credentials (next_words) where next_words is not null;\n',
  );
  const issuing = join(server, 'sql/functions/issue_credential.sql');
  await writeFile(issuing, `${await readFile(issuing, 'utf8')}-- As of the next version.\n`);
  return join(server, 'boot.mjs');
}
