import { alignment } from '@insignia/contract';
import { cut, oneLine, proseOf } from './clean.ts';
import type { Words } from './words.ts';

/** Frameworks that neither documents nor pages name. */
const byAddress: [RegExp, string][] = [
  [/^https?:\/\/(?:data\.europa\.eu\/esco\/|esco\.ec\.europa\.eu\/)/i, 'ESCO'],
  [/^https?:\/\/(?:www\.onetonline\.org|services\.onetcenter\.org)\//i, 'O*NET'],
];
/** Page titles of O*NET: occupation code and name. */
const occupation = /^(\d\d-\d{4}\.\d\d) ?[-–] ?(.+)$/;

/** Converts to an alignment within its limits. Undefined without a name. */
export function alignmentFrom(words: Words, url: string) {
  const { name = '', address = url, description, code, framework } = words;
  const { shape } = alignment;
  const targetUrl = shape.targetUrl.safeParse(address).success ? address : url;
  const [, itsCode, itsName] = occupation.exec(oneLine(name)) ?? [];
  const told = byAddress.find(([where]) => where.test(targetUrl) || where.test(url))?.[1];
  const { data: targetName } = shape.targetName.safeParse(cut(oneLine(itsName ?? name), 200));
  if (targetName === undefined) return undefined;
  const more = {
    targetDescription: shape.targetDescription.safeParse(cut(proseOf(description ?? ''), 1_000)),
    targetFramework: shape.targetFramework.safeParse(cut(oneLine(told ?? framework ?? ''), 200)),
    targetCode: shape.targetCode.safeParse(oneLine(code ?? itsCode ?? '')),
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
