import { operations } from '@insignia/contract';
import type { Here } from './account.ts';
import { sentence } from './problem.ts';
import { hasMessage, t } from './t.ts';

export type Act = Awaited<ReturnType<Here['api']['auditLog']['list']>>['items'][number];

/** “Ada Example issued a credential”, with the key that it was done with. */
export function actWords({ actor, key, action }: Act): string {
  const words = wordsOf(action, actor?.name ?? t('events.someone'));
  return key ? t('events.byKey', { words, key: key.name ?? '' }) : words;
}

/** What has no words of its own is said as the interface names it. */
function wordsOf(action: string, who: string): string {
  const id = `act.${action}` as const;
  if (hasMessage(id)) return t(id, { who });
  const operation = Object.values(operations).find((one) => one.id === action);
  const what = sentence(operation?.summary ?? action).replace(/\.$/, '');
  return t('events.other', { who, what });
}
