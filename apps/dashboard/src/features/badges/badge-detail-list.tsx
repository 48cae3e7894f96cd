import { Fragment } from 'react';
import { t } from '../../messages/en/badges.ts';
import { formatNumber } from '../../shared/format.ts';
import type { Badge } from '../../shared/queries.ts';
import { splitCamelCase } from './details.ts';

export function BadgeDetailList({ badge }: { badge: Badge }) {
  const { tags = [], achievementType, language, validFor, attributes = [], alignment = [] } = badge;
  const amounts = (['hours', 'credits'] as const).flatMap((name) =>
    badge[name] === undefined ? [] : [{ name, value: badge[name] }],
  );
  return (
    <>
      {validFor && (
        <>
          <dt>{t('badges.validFor')}</dt>
          <dd>{formatDuration(validFor)}</dd>
        </>
      )}
      {amounts.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{t(`badges.${name}`)}</dt>
          <dd>{formatNumber(value)}</dd>
        </Fragment>
      ))}
      {attributes.length > 0 && (
        <>
          <dt>{t('badges.fields')}</dt>
          <dd>
            <InlineNames
              items={attributes.map(({ name, type }) => ({
                name,
                after: ` (${t(`badges.fields.${type}`)})`,
              }))}
            />
          </dd>
        </>
      )}
      {alignment.length > 0 && (
        <>
          <dt>{t('badges.skills')}</dt>
          <dd>
            {alignment.map(
              ({ targetName, targetUrl, targetFramework, targetCode, ...more }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries can repeat and never change
                <div key={at}>
                  <a href={targetUrl} target="_blank" rel="noopener noreferrer nofollow">
                    <bdi>{targetName}</bdi>
                  </a>
                  {targetFramework && (
                    <>
                      {' · '}
                      <bdi>{targetFramework}</bdi>
                    </>
                  )}
                  {targetCode && (
                    <>
                      {' · '}
                      <bdi>{targetCode}</bdi>
                    </>
                  )}
                  {more.targetDescription && (
                    <p className="fine" dir="auto">
                      {more.targetDescription}
                    </p>
                  )}
                </div>
              ),
            )}
          </dd>
        </>
      )}
      {tags.length > 0 && (
        <>
          <dt>{t('badges.tags')}</dt>
          <dd>
            <InlineNames items={tags.map((name) => ({ name }))} />
          </dd>
        </>
      )}
      {achievementType && (
        <>
          <dt>{t('badges.kind')}</dt>
          <dd>{splitCamelCase(achievementType)}</dd>
        </>
      )}
      {language && (
        <>
          <dt>{t('badges.language')}</dt>
          <dd>{language}</dd>
        </>
      )}
    </>
  );
}

/** Compound durations are shown as written. */
function formatDuration(text: string): string {
  const [, count, unit] = /^P(\d+)([YMWD])$/.exec(text) ?? [];
  if (count === undefined) return text;
  return t(`badges.validFor.duration.${unit as 'Y' | 'M' | 'W' | 'D'}`, { count: Number(count) });
}

/** Each name keeps its own text direction. */
function InlineNames({ items }: { items: readonly { name: string; after?: string }[] }) {
  return items.map(({ name, after }, at) => (
    <Fragment key={name}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
      {after}
    </Fragment>
  ));
}
