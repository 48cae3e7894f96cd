import type { Config } from '../../config/index.ts';
import { countLostKeys, issuerKeySecrets } from '../../features/signing/index.ts';
import { countLostSecrets, webhookSecrets } from '../../features/webhooks/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  computeMark,
  createSealer,
  loadSecrets,
  readRotationStart,
  readSecretMark,
  Secrets,
} from '../../platform/secrets/index.ts';
import { type DoctorFinding, errorFinding, okFinding, warningFinding } from './finding.ts';

/** Checks that the configured secrets are the ones in use and decrypt the data. */
export async function checkSecret(config: Config, db: Database): Promise<DoctorFinding[]> {
  const check = 'secret';
  const [own, ...others] = await loadSecrets(config);
  const mark = await readSecretMark(db);
  if (mark === undefined) return [];
  if (own === undefined || ![own, ...others].map(computeMark).includes(mark))
    return [
      errorFinding(
        check,
        'the SECRET here is not the one that the service writes with',
        'set it, or SECRET_PREVIOUS, to that one: without it secrets of webhooks have to be rotated, and issuers sign with new keys',
      ),
    ];
  const sealed = await checkSealedSecrets(db, new Secrets([own, ...others]));
  const since = await readRotationStart(db);
  if (since)
    return [
      warningFinding(check, `it is being changed since ${since}`, 'insignia secret rotate ends it'),
      ...sealed,
    ];
  if (computeMark(own) !== mark)
    return [
      warningFinding(
        check,
        'the service still writes with SECRET_PREVIOUS',
        'once all processes have been restarted with both: insignia secret rotate',
      ),
      ...sealed,
    ];
  return [okFinding(check, 'the one that the service writes with'), ...sealed];
}

/** Counts data encrypted with a lost secret. */
async function checkSealedSecrets(db: Database, secrets: Secrets): Promise<DoctorFinding[]> {
  const { keys, issuers } = await countLostKeys(
    db,
    createSealer(secrets, issuerKeySecrets.purpose),
  );
  const webhooks = await countLostSecrets(db, createSealer(secrets, webhookSecrets.purpose));
  return [...keysFinding(keys, issuers), ...webhooksFinding(webhooks)];
}

const restoreSecretRemedy = 'whoever has the lost SECRET sets it as SECRET_PREVIOUS';

function keysFinding(keys: number, issuers: number): DoctorFinding[] {
  const check = 'keys of issuers';
  if (keys === 0) return [];
  const words = `a lost SECRET has sealed ${keys} of them`;
  if (issuers === 0)
    return [okFinding(check, `${words}: others sign in their place, and copies stay valid`)];
  return [
    warningFinding(
      check,
      `${words}: ${issuers} ${issuers === 1 ? 'issuer has' : 'issuers have'} no other`,
      `${restoreSecretRemedy}; without it new ones are made when next something is signed, and copies stay valid`,
    ),
  ];
}

function webhooksFinding(lost: number): DoctorFinding[] {
  if (lost === 0) return [];
  return [
    warningFinding(
      'secrets of webhooks',
      `a lost SECRET has sealed those of ${lost}: nothing can be delivered there`,
      `${restoreSecretRemedy}; without it they are rotated, in the dashboard or by the interface`,
    ),
  ];
}
