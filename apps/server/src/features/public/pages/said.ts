import type { AttributeValue, BadgeDetails, CredentialDetails, Evidence } from '@insignia/contract';
import { htmlOf, parseMarkdown } from '@insignia/markdown';
import { defineView } from '../../../platform/pages/index.ts';
import type { Branding } from '../branding.ts';
import type { PublicTexts } from '../texts/index.ts';

type Fact = { name: string; value: string; isName: boolean };
type Shown = Omit<Evidence, 'narrative'> & {
  /** HTML from the safe subset of Markdown. */
  narrative: string | undefined;
  title: string | undefined;
  host: string | undefined;
};

const facts = defineView<{ facts: Fact[] }>(import.meta.url, './views/attributes.eta');
const story = defineView<{ narrative: string | undefined; evidence: Shown[]; t: PublicTexts }>(
  import.meta.url,
  './views/story.eta',
);

/** Achievement type as HTML. Custom types appear unchanged. */
export function kindOf(badge: BadgeDetails | null, t: PublicTexts): string {
  const kinds = kindFacts(badge, t);
  return kinds.length > 0 ? facts({ facts: kinds }) : '';
}

function kindFacts(badge: BadgeDetails | null, t: PublicTexts): Fact[] {
  const { achievementType: type } = badge ?? {};
  if (!type) return [];
  const known: Readonly<Record<string, string>> = t.kinds;
  const value = known[type] ?? type.replace(/^ext:/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return [{ name: t.kind, value, isName: true }];
}

/** HTML of the credential's details: achievement type, custom fields, and how it was earned. */
export function saidBy(
  details: CredentialDetails | null,
  badge: BadgeDetails | null,
  { t, day }: Branding,
): { attributes: string; story: string } {
  const { narrative, evidence = [], attributes = [] } = details ?? {};
  const shown = (attribute: AttributeValue): Fact => ({
    name: attribute.name,
    value: attribute.type === 'date' ? day(new Date(attribute.value)) : attribute.value,
    isName: attribute.type === 'text',
  });
  const all = [...kindFacts(badge, t), ...attributes.map(shown)];
  return {
    attributes: all.length > 0 ? facts({ facts: all }) : '',
    story:
      narrative !== undefined || evidence.length > 0
        ? story({ narrative: proseOf(narrative), evidence: evidence.map(evidenceOf), t })
        : '',
  };
}

function evidenceOf(evidence: Evidence): Shown {
  const { id, name, narrative } = evidence;
  const url = id === undefined ? undefined : new URL(id);
  const address = url && `${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  return { ...evidence, narrative: proseOf(narrative), title: name ?? address, host: url?.host };
}

const proseOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : htmlOf(parseMarkdown(text));
