import { all, isObject, type Json } from '../../shared/read.ts';
import { isOfType, isText, isUri } from './plain.ts';

type Part = {
  section: string;
  values: unknown[];
  isGood: (part: Json) => boolean;
  message: string;
};

/** What a badge is made of, as far as it is there: what Open Badges 3.0 asks of each, by its section. */
export function faultsOfParts(
  document: Json,
  subject: Json,
  achievement: Json,
): { section: string; message: string }[] {
  const { alignment, resultDescription } = achievement;
  const parts: Part[] = [
    {
      section: 'OB Profile',
      // It may be named alone.
      values: all(document.issuer).filter(isObject),
      isGood: (part) => isOfType(part, 'Profile'),
      message: 'has an issuer that is not a Profile',
    },
    {
      section: 'OB Image',
      values: [document, achievement, subject].flatMap(({ image }) => all(image)),
      isGood: (part) => isOfType(part, 'Image') && isUri(part.id),
      message: 'has a picture without type or id',
    },
    {
      section: 'OB Alignment',
      values: all(alignment),
      isGood: ({ targetName, targetUrl, ...part }) =>
        isOfType(part, 'Alignment') && isText(targetName) && isUri(targetUrl),
      message: 'has an alignment without type, targetName or targetUrl',
    },
    {
      section: 'OB Evidence',
      values: all(document.evidence),
      isGood: (part) => isOfType(part, 'Evidence'),
      message: 'has a piece of evidence without a type',
    },
    {
      section: 'OB Result',
      values: all(subject.result),
      isGood: (part) => isOfType(part, 'Result'),
      message: 'has a result without a type',
    },
    {
      section: 'OB ResultDescription',
      values: all(resultDescription),
      isGood: ({ id, name, resultType, ...part }) =>
        isOfType(part, 'ResultDescription') && isUri(id) && isText(name) && isText(resultType),
      message: 'has a result description without type, id, name or resultType',
    },
  ];
  return parts
    .filter(({ values, isGood }) => !values.every((value) => isObject(value) && isGood(value)))
    .map(({ section, message }) => ({ section, message }));
}
