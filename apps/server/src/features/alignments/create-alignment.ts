import { alignment } from '@insignia/contract';

/** The description as found, unlimited and unchecked. */
export type AlignmentDetails = {
  name?: string | undefined;
  description?: string | undefined;
  framework?: string | undefined;
  code?: string | undefined;
  /** The address it claims. */
  address?: string | undefined;
};

/** Head metadata and JSON-LD of a page. */
export type PageContent = {
  title?: string;
  /** Keys in lower case. */
  meta: ReadonlyMap<string, string>;
  data: unknown[];
};

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
  const knownFramework = frameworksByUrl.find(
    ([where]) => where.test(targetUrl) || where.test(url),
  )?.[1];
  const { data: targetName } = shape.targetName.safeParse(
    truncateText(toOneLine(itsName ?? name), 200),
  );
  if (targetName === undefined) return undefined;
  const more = {
    targetDescription: shape.targetDescription.safeParse(
      truncateText(cleanProse(description ?? ''), 1_000),
    ),
    targetFramework: shape.targetFramework.safeParse(
      truncateText(toOneLine(knownFramework ?? framework ?? ''), 200),
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

/** Longer texts are cut before processing. */
const MAX_TEXT_LENGTH = 10_000;
const controls = /\p{Cc}+/gu;

export function toOneLine(text: string): string {
  return takeStart(text).replaceAll(controls, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** Keeps paragraphs. */
function cleanProse(text: string): string {
  return takeStart(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(toOneLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function takeStart(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
}

/** Cuts at the end of a word if one is near. */
function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const some = text.slice(0, maxLength - 1).toWellFormed();
  const end = some.lastIndexOf(' ');
  return `${(end > maxLength / 2 ? some.slice(0, end) : some).trimEnd()}…`;
}
