import type { ReactNode } from 'react';
import { credentials, t } from '../../messages/en/credentials.ts';
import { formatParts } from '../../shared/t.ts';
import type { TimelineEvent } from './queries.ts';

/** Shows who did it, by the current name. Deleted users and keys have none. */
export function By({ kind, name }: NonNullable<TimelineEvent['by']>) {
  if (kind === 'service') return t('activity.byService');
  const isKey = kind === 'key';
  if (name === null) return isKey ? t('activity.byGoneKey') : t('activity.byGonePerson');
  const message = credentials[isKey ? 'activity.byKey' : 'activity.byPerson'];
  return formatParts<ReactNode>(message, { name: <bdi key="name">{name}</bdi> });
}
