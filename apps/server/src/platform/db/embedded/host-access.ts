import { chown, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Identity } from './identity.ts';
import type { Layout } from './layout.ts';

const rules = `# Written at each start: the operating system's account that runs Insignia, and nobody else.
local all insignia peer map=owner
local replication insignia peer map=owner
local all all reject
local replication all reject
host all all all reject
host replication all all reject
`;

/** Rewritten at each start, because another account may own the directory now. */
export async function writeHostAccess(
  { cluster }: Layout,
  { owner, uid, gid }: Identity,
): Promise<void> {
  const files = {
    'pg_hba.conf': rules,
    'pg_ident.conf': owner.map((name) => `owner "${name}" insignia\n`).join(''),
  };
  for (const [name, text] of Object.entries(files)) {
    const draft = join(cluster, `${name}.new-${process.pid}`);
    await writeFile(draft, text, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) await chown(draft, uid, gid);
    await rename(draft, join(cluster, name));
  }
}
