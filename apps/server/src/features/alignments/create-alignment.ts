import { alignment } from '@insignia/contract';
import type { AlignmentDetails } from './alignment-details.ts';
import { cleanProse, toOneLine, truncateText } from './clean-text.ts';

/** Frameworks that neither documents nor pages name. */
const frameworksByUrl: [RegExp, string][] = [
  [/^https?:\/\/(?:data\.europa\.eu\/esco\/|esco\.ec\.europa\.eu\/)/i, 'ESCO'],
  [/^https?:\/\/(?:www\.onetonline\.org|services\.onetcenter\.org)\//i, 'O*NET'],
];
/** Page titles of O*NET: occupation code and name. */
const occupationTitle = /^(\d\d-\d{4}\.\d\d) ?[-–] ?(.+)$/;

/** Converts to an alignment within its limits. Undefined without a name. */
export function createAlignment(words: AlignmentDetails, url: string) {
  const { name = '', address = url, description, code, framework } = words;
  const { shape } = alignment;
  const targetUrl = shape.targetUrl.safeParse(address).success ? address : url;
  const [, itsCode, itsName] = occupationTitle.exec(toOneLine(name)) ?? [];
  const told = frameworksByUrl.find(([where]) => where.test(targetUrl) || where.test(url))?.[1];
  const { data: targetName } = shape.targetName.safeParse(
    truncateText(toOneLine(itsName ?? name), 200),
  );
  if (targetName === undefined) return undefined;
  const more = {
    targetDescription: shape.targetDescription.safeParse(
      truncateText(cleanProse(description ?? ''), 1_000),
    ),
    targetFramework: shape.targetFramework.safeParse(
      truncateText(toOneLine(told ?? framework ?? ''), 200),
    ),
    targetCode: shape.targetCode.safeParse(toOneLine(code ?? itsCode ?? '')),
  };
  return {
    ...{ targetName, targetUrl },
    ...Object.fromEntries(
      Object.entries(more).flatMap(([member, { data }]) =>
        data === undefined || data === targetName ? [] : [[member, data]],
      ),
    ),
  };
}
