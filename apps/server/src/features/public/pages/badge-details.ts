import type { BadgeDetails } from '@insignia/contract';
import { defineView } from '../../../platform/pages/index.ts';
import type { PublicTexts } from '../texts/index.ts';

type Skill = NonNullable<BadgeDetails['alignment']>[number] & { source: string };

const view = defineView<{ alignment: Skill[]; tags: string[]; t: PublicTexts }>(
  import.meta.url,
  './views/details.eta',
);

/** Skills and topics of a badge. */
export function renderBadgeDetails(details: BadgeDetails | null, t: PublicTexts): string {
  const { alignment = [], tags = [] } = details ?? {};
  if (alignment.length === 0 && tags.length === 0) return '';
  const withSource = alignment.map((each) => ({
    ...each,
    source: [each.targetFramework, each.targetCode].filter(Boolean).join(' · '),
  }));
  return view({ alignment: withSource, tags, t });
}
