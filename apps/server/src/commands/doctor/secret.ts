import type { Config } from '../../config/index.ts';
import { countLostFactors } from '../../features/second-factor/index.ts';
import { countLostKeys, issuerKeySecrets } from '../../features/signing/index.ts';
import { countLostSsoSecrets, ssoSecrets } from '../../features/sso/index.ts';
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
import { type DoctorFinding, errorFinding, okFinding, warningFinding } from './findings.ts';

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
        "SECRET isn't the one that the service uses",
        "set SECRET or SECRET_PREVIOUS to the service's secret. Without it, you must rotate all webhook secrets, and issuers sign with new keys",
      ),
    ];
  const sealed = await checkSealedSecrets(db, new Secrets([own, ...others]));
  const since = await readRotationStart(db);
  if (since)
    return [
      warningFinding(
        check,
        `a change of SECRET has been in progress since ${since}`,
        'finish with insignia secret rotate',
      ),
      ...sealed,
    ];
  if (computeMark(own) !== mark)
    return [
      warningFinding(
        check,
        'the service still uses SECRET_PREVIOUS',
        'restart all processes with both, then run insignia secret rotate',
      ),
      ...sealed,
    ];
  return [okFinding(check, 'matches the service'), ...sealed];
}

/** Counts data encrypted with a lost secret. */
async function checkSealedSecrets(db: Database, secrets: Secrets): Promise<DoctorFinding[]> {
  const { keys, issuers } = await countLostKeys(
    db,
    createSealer(secrets, issuerKeySecrets.purpose),
  );
  const webhooks = await countLostSecrets(db, createSealer(secrets, webhookSecrets.purpose));
  const factors = await countLostFactors(db, secrets);
  const sso = await countLostSsoSecrets(db, createSealer(secrets, ssoSecrets.purpose));
  return [
    ...keysFinding(keys, issuers),
    ...webhooksFinding(webhooks),
    ...factorsFinding(factors),
    ...ssoFinding(sso),
  ];
}

const restoreSecretRemedy = 'set SECRET_PREVIOUS to the lost SECRET if you still have it';

function keysFinding(keys: number, issuers: number): DoctorFinding[] {
  const check = 'issuer keys';
  if (keys === 0) return [];
  const words = `${keys} can't be read, because their SECRET is lost`;
  if (issuers === 0)
    return [okFinding(check, `${words}. Newer keys sign instead, and existing copies stay valid`)];
  return [
    warningFinding(
      check,
      `${words}. ${issuers} ${issuers === 1 ? 'issuer has' : 'issuers have'} no other key`,
      `${restoreSecretRemedy}. Otherwise new keys are created at the next signature, and existing copies stay valid`,
    ),
  ];
}

function webhooksFinding(lost: number): DoctorFinding[] {
  if (lost === 0) return [];
  return [
    warningFinding(
      'webhook secrets',
      `${lost} can't be read, because their SECRET is lost. Nothing can be delivered to these endpoints`,
      `${restoreSecretRemedy}. Otherwise rotate them in the dashboard or with the API`,
    ),
  ];
}

function factorsFinding(lost: number): DoctorFinding[] {
  if (lost === 0) return [];
  return [
    warningFinding(
      'second factors',
      `${lost} can't be read, because their SECRET is lost. No code of these users is accepted`,
      `${restoreSecretRemedy}. Otherwise remove them with insignia people remove-factor`,
    ),
  ];
}

function ssoFinding(lost: number): DoctorFinding[] {
  if (lost === 0) return [];
  return [
    warningFinding(
      'single sign-on',
      `${lost} can't be read, because their SECRET is lost. Nobody signs in through these connections`,
      `${restoreSecretRemedy}. Otherwise an admin of each account enters the client secret again`,
    ),
  ];
}
