import type { Config } from '../../config/index.ts';
import { keepSealed } from '../../platform/archive/index.ts';
import type { Repository } from '../../platform/backup/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { keptSecretMark } from '../../platform/secrets/index.ts';
import { sealSecret } from '../backup/secrets.ts';

/** Keeps the secret that the service writes with in its archive, where it is to be and was not `before`; answers its mark. */
export async function keepSecretIn(
  open: () => Promise<Repository>,
  db: Database,
  config: Config,
  before?: string | null,
): Promise<string | null> {
  const mark = (await keptSecretMark(db)) ?? null;
  const passphrase = config.archive?.passphrase;
  if (mark === null || passphrase === undefined || mark === before) return mark;
  await keepSealed(await open(), mark, await sealSecret(config, mark, passphrase));
  return mark;
}
