import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Text that goes before `before`, or to the end of the file. */
type Step = { file: string; before?: string; text: string };

const badges = 'packages/contract/src/badges.ts';
const routes = 'apps/server/src/features/badges/routes.ts';
const log = 'apps/dashboard/src/messages/en/audit-actions.ts';

/** A new endpoint, as docs/extend/first-change.md adds it: `POST /badges/{badgeId}/copy`. */
export const newEndpoint: Step[] = [
  {
    file: badges,
    before: 'export const badgeOperations = {',
    text: `const copyBadge = defineOperation({
  id: 'copyBadge',
  noun: 'badges.copy',
  audit: 'badge',
  since: '1.0',
  method: 'POST',
  path: '/badges/:badgeId/copy',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Copy a badge',
  description: 'The copy has the same text and image, and a name of its own.',
  params: byId,
  ids,
  body: z.object({ name: fields.shape.name }),
  reply: z.object({ badgeId: z.string().meta({ description: 'URL of the copy' }) }),
  examples: { body: { name: 'Second steps' }, reply: { badgeId: exampleIds.badge } },
});

`,
  },
  { file: badges, before: '  deleteBadge,\n} as const;', text: '  copyBadge,\n' },
  {
    file: 'apps/server/src/features/badges/copy.ts',
    text: `import type { Caller } from '../../kernel/caller.ts';
import { newRoutedId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAction } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import { designReader, listDesignPictures } from './design-rules.ts';
import { replaceBadgePictures } from './pictures-store.ts';
import { findBadge, insertBadge } from './store.ts';

export async function copyBadge(
  { db, clock }: BadgeDeps,
  who: Caller,
  badgeId: string,
  name: string,
): Promise<string> {
  const badge = await findBadge(db, who.accountId, badgeId);
  if (!badge) throw new Problem('badge_not_found');
  const id = newRoutedId(who.accountId);
  const now = clock();
  await db.write(async (trx) => {
    await insertBadge(trx, { ...badge, id, accountId: who.accountId, name, createdAt: now });
    if (badge.designJson !== null)
      await replaceBadgePictures(
        ...([trx, who.accountId, id] as const),
        listDesignPictures(badge.designJson, designReader()),
      );
    await recordAction(trx, who, { action: 'copyBadge', target: id, fields: { name } }, now);
  });
  return id;
}
`,
  },
  {
    file: routes,
    before: 'import type { BadgeDeps }',
    text: "import { copyBadge } from './copy.ts';\n",
  },
  {
    file: routes,
    before: '      deleteBadge: async',
    text: `      copyBadge: async ({ params: { badgeId }, body, who }) => ({
        badgeId: urls.badge(await copyBadge(deps, who, badgeId, body.name)),
      }),

`,
  },
  {
    file: 'apps/server/tests/badges.test.ts',
    text: `
test('a copy of a badge has its text and image, and a name of its own', async () => {
  const badgeId = await createBadge(owner, issuerId);
  const copy = await owner.insignia.badges.copy({ badgeId, name: 'Second steps' });
  const [one, two] = [await get(\`/badges/\${badgeId}\`), await get(\`/badges/\${idFromUrl(copy.badgeId)}\`)];
  assert.deepEqual([two.name, two.image], ['Second steps', one.image]);
});
`,
  },
  {
    file: log,
    before: "  deleteBadge: '{who} deleted {known",
    text: "  copyBadge: '{who} copied {known, select, yes {the badge {name}} other {a badge}}',\n",
  },
  { file: log, before: "  deleteBadge: 'Badge deleted'", text: "  copyBadge: 'Badge copied',\n" },
  {
    file: 'CHANGELOG.md',
    before: '- Open Badges 2.0 documents, and',
    text: '- `POST /badges/{badgeId}/copy` copies a badge.\n',
  },
];

/** Files that the walkthrough touches. Its goal is at most 6. */
export const touchedFiles = new Set(newEndpoint.map(({ file }) => file));

/** Applies the steps below a directory. Returns a line for each place that has moved. */
export async function applySteps(directory: string, steps: Step[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { file, before, text } of steps) {
    const path = join(directory, file);
    const old = await readFile(path, 'utf8').catch(() => '');
    const at = before === undefined ? old.length : old.indexOf(before);
    if (at < 0)
      lost.push(`scripts/architecture/walkthrough.ts: ${file} has no "${before}" any more`);
    else await writeFile(path, old.slice(0, at) + text + old.slice(at));
  }
  return lost;
}
