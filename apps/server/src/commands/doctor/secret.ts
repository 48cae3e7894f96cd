import type { Config } from '../../config/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  keptSecretMark,
  knownSecrets,
  markOf,
  rotatingSince,
} from '../../platform/secrets/index.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** Whether the secrets here are those that the service seals with. */
export async function lookAtSecret(config: Config, db: Database): Promise<Finding[]> {
  const check = 'secret';
  const marks = (await knownSecrets(config)).map(markOf);
  const mark = await keptSecretMark(db);
  if (mark === undefined) return [];
  if (!marks.includes(mark))
    return [
      fault(
        check,
        'the SECRET here is not the one that the service writes with',
        'set it, or SECRET_PREVIOUS, to that one: without it secrets of webhooks have to be rotated, and issuers sign with new keys',
      ),
    ];
  const since = await rotatingSince(db);
  if (since)
    return [warning(check, `it is being changed since ${since}`, 'insignia secret rotate ends it')];
  if (marks[0] !== mark)
    return [
      warning(
        check,
        'the service still writes with SECRET_PREVIOUS',
        'once all processes have been restarted with both: insignia secret rotate',
      ),
    ];
  return [ok(check, 'the one that the service writes with')];
}
