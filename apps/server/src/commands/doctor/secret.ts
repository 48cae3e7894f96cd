import type { Config } from '../../config/index.ts';
import { countLostKeys, issuerKeySecrets } from '../../features/signing/index.ts';
import { countLostSecrets, webhookSecrets } from '../../features/webhooks/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  createSealer,
  keptSecretMark,
  knownSecrets,
  markOf,
  rotatingSince,
  Secrets,
} from '../../platform/secrets/index.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** Checks that the configured secrets are the ones in use and decrypt the data. */
export async function lookAtSecret(config: Config, db: Database): Promise<Finding[]> {
  const check = 'secret';
  const [own, ...others] = await knownSecrets(config);
  const mark = await keptSecretMark(db);
  if (mark === undefined) return [];
  if (own === undefined || ![own, ...others].map(markOf).includes(mark))
    return [
      fault(
        check,
        'the SECRET here is not the one that the service writes with',
        'set it, or SECRET_PREVIOUS, to that one: without it secrets of webhooks have to be rotated, and issuers sign with new keys',
      ),
    ];
  const sealed = await lookAtSealed(db, new Secrets([own, ...others]));
  const since = await rotatingSince(db);
  if (since)
    return [
      warning(check, `it is being changed since ${since}`, 'insignia secret rotate ends it'),
      ...sealed,
    ];
  if (markOf(own) !== mark)
    return [
      warning(
        check,
        'the service still writes with SECRET_PREVIOUS',
        'once all processes have been restarted with both: insignia secret rotate',
      ),
      ...sealed,
    ];
  return [ok(check, 'the one that the service writes with'), ...sealed];
}

/** Counts data encrypted with a lost secret. */
async function lookAtSealed(db: Database, secrets: Secrets): Promise<Finding[]> {
  const { keys, issuers } = await countLostKeys(
    db,
    createSealer(secrets, issuerKeySecrets.purpose),
  );
  const webhooks = await countLostSecrets(db, createSealer(secrets, webhookSecrets.purpose));
  return [...keysFinding(keys, issuers), ...webhooksFinding(webhooks)];
}

const whoHasIt = 'whoever has the lost SECRET sets it as SECRET_PREVIOUS';

function keysFinding(keys: number, issuers: number): Finding[] {
  const check = 'keys of issuers';
  if (keys === 0) return [];
  const words = `a lost SECRET has sealed ${keys} of them`;
  if (issuers === 0)
    return [ok(check, `${words}: others sign in their place, and copies stay valid`)];
  return [
    warning(
      check,
      `${words}: ${issuers} ${issuers === 1 ? 'issuer has' : 'issuers have'} no other`,
      `${whoHasIt}; without it new ones are made when next something is signed, and copies stay valid`,
    ),
  ];
}

function webhooksFinding(lost: number): Finding[] {
  if (lost === 0) return [];
  return [
    warning(
      'secrets of webhooks',
      `a lost SECRET has sealed those of ${lost}: nothing can be delivered there`,
      `${whoHasIt}; without it they are rotated, in the dashboard or by the interface`,
    ),
  ];
}
