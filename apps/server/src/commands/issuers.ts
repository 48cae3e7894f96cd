import { resolve } from 'node:path';
import { accountsPage, type ListedAccount } from '../features/accounts/index.ts';
import { withOwnConnection } from '../features/backup/index.ts';
import {
  closeIssuer as close,
  exportIssuer,
  type ImportSummary,
  importIssuer,
  openArchive,
  reopenIssuer as reopen,
} from '../features/issuer-archives/index.ts';
import { issuerKeySecrets } from '../features/signing/index.ts';
import { openImageStore } from '../platform/images/index.ts';
import {
  createSealer,
  openSecrets,
  readSecretMark,
  type Sealer,
} from '../platform/secrets/index.ts';
import { showAccount } from './accounts.ts';
import { programVersion, readMigrationStatus } from './backup/migrations.ts';
import { createRefusal } from './command-error.ts';
import { parseId } from './parse-id.ts';
import { type CommandContext, type CommandService, withLongService } from './service.ts';

export type { ExportSummary, ImportSummary } from '../features/issuer-archives/index.ts';

type Progress = (done: number, of: number) => void;
type ExportOptions = { file: string; passphrase: string; closes: boolean; onProgress: Progress };

/** Writes an issuer into an archive. `closes` closes it first, so that nothing is missing in it. */
export function exportIssuerArchive(
  context: CommandContext,
  text: string,
  { file, passphrase, closes, onProgress }: ExportOptions,
) {
  const { signal } = context;
  return withLongService(context, async (service, url) => {
    const { config, clock: now } = service;
    const issuerId = parseId(text, 'an issuer');
    const path = resolve(file);
    const [images, sealer] = [await openImageStore(config), await openKeySealer(service)];
    return withOwnConnection(url, async ({ client, db }) => {
      const { migrations } = await readMigrationStatus(client);
      const installation = { schema: migrations.at(-1) ?? '', program: await programVersion() };
      const parts = { db, images, sealer, signal, now, baseUrl: config.baseUrl, ...installation };
      const written = await exportIssuer(parts, {
        ...{ issuerId, path, passphrase, onProgress },
        before: async () => (closes ? close({ db, now, signal, sealer }, issuerId) : undefined),
      });
      return { ...written, file: path, closed: closes };
    });
  });
}

type ImportOptions = { account: string; passphrase: string; onProgress: Progress };

export function importIssuerArchive(
  context: CommandContext,
  file: string,
  { account, passphrase, onProgress }: ImportOptions,
): Promise<ImportSummary> {
  const { signal } = context;
  return withLongService(context, async (service, url) => {
    const { config, clock, db } = service;
    const target = await findTarget(service, account);
    const archive = await openArchive(resolve(file), passphrase, signal);
    try {
      const [images, sealer] = [await openImageStore(config), await openKeySealer(service)];
      return await withOwnConnection(url, async ({ client, db: own }) => {
        const { migrations } = await readMigrationStatus(client);
        const { baseUrl } = config;
        const schema = migrations.at(-1) ?? '';
        const parts = { own, db, images, sealer, clock, signal, baseUrl, schema };
        return importIssuer(parts, archive, target, onProgress);
      });
    } finally {
      await archive.close();
    }
  });
}

/** Moves a closed issuer to an account. */
export function reopenIssuer(context: CommandContext, text: string, account: string) {
  return withLongService(context, async (service, url) => {
    const issuerId = parseId(text, 'an issuer');
    const target = await findTarget(service, account);
    const { clock: now } = service;
    await withOwnConnection(url, ({ db }) =>
      reopen({ db, now, signal: context.signal }, issuerId, target),
    );
    return { issuerId, accountId: target.accountId };
  });
}

const pageSize = 500;

/** An account by its id, or by the address of its owner. */
async function findTarget(service: CommandService, text: string): Promise<ListedAccount> {
  const found = text.includes('@')
    ? await findByOwner(service, text.toLowerCase())
    : await showAccount(service, text);
  if (!found.owner) throw createRefusal(`the account ${found.accountId} has no owner`);
  return found;
}

async function findByOwner({ db }: CommandService, owner: string): Promise<ListedAccount> {
  let after: string | undefined;
  for (;;) {
    const page = await accountsPage(db, after, pageSize);
    const found = page.find((each) => each.owner?.toLowerCase() === owner && !each.isLeaving);
    if (found) return found;
    if (page.length < pageSize)
      throw createRefusal(
        `nobody with the address ${owner} owns an account. List accounts: insignia accounts list`,
      );
    after = page.at(-1)?.accountId;
  }
}

async function openKeySealer({ config, db }: CommandService): Promise<Sealer> {
  const secrets = await openSecrets(config);
  const mark = await readSecretMark(db);
  if (mark && !secrets.use(mark))
    throw createRefusal(
      "the service uses a SECRET that isn't set here. Run the command with the service's settings",
    );
  return createSealer(secrets, issuerKeySecrets.purpose);
}
