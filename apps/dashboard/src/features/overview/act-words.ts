import { operations } from '@insignia/contract';
import { sentence } from '../../shared/problem.ts';
import { t } from '../../shared/t.ts';
import type { Act } from './queries.ts';

/** “Ada Example: register an issuer”: the operation as the interface names it. */
export function actWords({ actor, key, action }: Act): string {
  const operation = Object.values(operations).find(({ id }) => id === action);
  const what = sentence(operation?.summary ?? action).replace(/\.$/, '');
  const who = actor?.name ?? t('events.someone');
  return key
    ? t('events.byKey', { who, what, key: key.name ?? '' })
    : t('events.by', { who, what });
}
