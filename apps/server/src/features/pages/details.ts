import type { AttributeValue, BadgeDetails, CredentialDetails, Evidence } from '@insignia/contract';
import { parseMarkdown, renderHtml } from '@insignia/markdown';
import { defineView } from '../../platform/pages/index.ts';
import { listAmounts, type PublicTexts } from '../published/index.ts';
import type { PageBranding } from './branding.ts';

type Fact = { name: string; value: string; isName: boolean };
type ShownEvidence = Omit<Evidence, 'narrative'> & {
  /** HTML from the safe subset of Markdown. */
  narrative: string | undefined;
  title: string | undefined;
  host: string | undefined;
};

const renderFacts = defineView<{ facts: Fact[] }>(import.meta.url, './views/attributes.eta');
type Original = { text: string; url: string | undefined };

const renderStory = defineView<{
  original: Original | undefined;
  narrative: string | undefined;
  evidence: ShownEvidence[];
  t: PublicTexts;
}>(import.meta.url, './views/story.eta');

/** Achievement type, hours and credits as HTML. Custom types appear unchanged. */
export function renderBadgeFacts(badge: BadgeDetails | null, branding: PageBranding): string {
  const facts = listBadgeFacts(badge, branding);
  return facts.length > 0 ? renderFacts({ facts }) : '';
}

const listBadgeFacts = (badge: BadgeDetails | null, { t, lang }: PageBranding): Fact[] => [
  ...listTypeFacts(badge, t),
  ...listAmounts(badge, lang).map((fact) => ({ ...fact, isName: false })),
];

function listTypeFacts(badge: BadgeDetails | null, t: PublicTexts): Fact[] {
  const { achievementType: type } = badge ?? {};
  if (!type) return [];
  const known: Readonly<Record<string, string>> = t.kinds;
  const value = known[type] ?? type.replace(/^ext:/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return [{ name: t.kind, value, isName: true }];
}

/** HTML of the credential's details: facts of its badge, custom fields, and how it was earned. */
export function renderCredentialDetails(
  details: CredentialDetails | null,
  badge: BadgeDetails | null,
  branding: PageBranding,
): { attributes: string; story: string } {
  const { t, day } = branding;
  const { narrative, evidence = [], attributes = [], supersedes } = details ?? {};
  const shown = (attribute: AttributeValue): Fact => ({
    name: attribute.name,
    value: attribute.type === 'date' ? day(new Date(attribute.value)) : attribute.value,
    isName: attribute.type === 'text',
  });
  const all = [...listBadgeFacts(badge, branding), ...attributes.map(shown)];
  return {
    attributes: all.length > 0 ? renderFacts({ facts: all }) : '',
    story:
      narrative !== undefined || evidence.length > 0 || supersedes
        ? renderStory({
            original: supersedes && describeOriginal(supersedes, branding),
            narrative: renderProse(narrative),
            evidence: evidence.map(toShownEvidence),
            t,
          })
        : '',
  };
}

/** Isolates keep a name in another direction from reordering the sentence. */
function describeOriginal(
  { id: url, issuer, issuedOn }: NonNullable<CredentialDetails['supersedes']>,
  { t, day }: PageBranding,
): Original {
  return { text: t.issuedOriginally(day(new Date(issuedOn)), `\u2068${issuer}\u2069`), url };
}

function toShownEvidence(evidence: Evidence): ShownEvidence {
  const { id, name, narrative } = evidence;
  const url = id === undefined ? undefined : new URL(id);
  const address = url && `${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  return {
    ...evidence,
    narrative: renderProse(narrative),
    title: name ?? address,
    host: url?.host,
  };
}

const renderProse = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : renderHtml(parseMarkdown(text));

type Skill = NonNullable<BadgeDetails['alignment']>[number] & { source: string };

const renderSkills = defineView<{ alignment: Skill[]; tags: string[]; t: PublicTexts }>(
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
  return renderSkills({ alignment: withSource, tags, t });
}
