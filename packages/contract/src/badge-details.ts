import { z } from 'zod';
import { type AttributeDefinition, attributeDefinitions, attributeReply } from './attributes.ts';
import { readDuration } from './dates.ts';
import { accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { line, prose, webUrl } from './text.ts';

/** Open Badges 3.0 §AchievementType, plus own names with the prefix `ext:`. */
export const achievementTypes = [
  ...['Achievement', 'ApprenticeshipCertificate', 'Assessment', 'Assignment', 'AssociateDegree'],
  ...['Award', 'Badge', 'BachelorDegree', 'Certificate', 'CertificateOfCompletion'],
  ...['Certification', 'CoCurricular', 'CommunityService', 'Competency', 'Course', 'Degree'],
  ...['Diploma', 'DoctoralDegree', 'Fieldwork', 'GeneralEducationDevelopment'],
  ...['JourneymanCertificate', 'LearningProgram', 'License', 'MasterCertificate', 'MasterDegree'],
  ...['Membership', 'MicroCredential', 'ProfessionalDoctorate', 'QualityAssuranceCredential'],
  ...['ResearchDoctorate', 'SecondarySchoolDiploma'],
] as const;
const known: readonly string[] = achievementTypes;

export const detailLimits = { tags: 20, alignment: 50 } as const;

export const alignment = z.object({
  targetName: line({ max: 200 }).meta({ description: 'Name of the skill or standard' }),
  targetUrl: webUrl.meta({ description: 'URL of the skill or standard' }),
  targetDescription: prose({ max: 1_000 }).optional().meta({ description: 'Description' }),
  targetFramework: line({ max: 200 }).optional().meta({ description: 'Framework, such as ESCO' }),
  targetCode: line({ max: 100 }).optional().meta({ description: 'Code in the framework' }),
});

const descriptions = {
  tags: 'Tags, at most 20 words or phrases',
  alignment: 'Related skills and standards, at most 50',
  achievementType: 'Open Badges 3.0 achievement type, or your own type with the prefix `ext:`',
  language: 'Language of the texts, a BCP 47 tag such as `en` or `pt-BR`',
  validFor:
    'How long a credential issued without `expires` is valid, to the end of the day in UTC. An ISO 8601 duration in years, months, weeks and days, such as `P2Y`',
  certificateText:
    'What certificates print below the name of the badge, such as “for completing 16 hours of practice”. In Markdown. Without it, they print the description',
  hours: 'How many hours it takes, such as `16`. Shown on the page and the certificate',
  credits:
    'How many credits it counts for, such as `2.5`. Shown on the page and the certificate, and as `creditsAvailable` in Open Badges 3.0',
  attributes:
    'Custom fields that credentials fill in, such as a grade, at most 20. Shown on the page and the certificate, and as results in Open Badges 3.0',
};
const type = line({ max: 100 }).refine(
  (value) => known.includes(value) || /^ext:[A-Za-z0-9.|_-]+$/.test(value),
  'must be an Open Badges 3.0 type, such as MicroCredential, or start with ext:',
);
const language = line({ max: 35 }).regex(
  /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/,
  'must be a language tag, for example en or pt-BR',
);

const validFor = line({ max: 20 }).refine(
  (value) => readDuration(value) !== undefined,
  'must be an ISO 8601 duration of whole days, at most 100 years, for example P2Y, P18M or P90D',
);

const amount = z
  .number()
  .min(0.01)
  .max(100_000)
  .refine(hasCents, 'must be a number with at most 2 decimals');

function hasCents(value: number): boolean {
  return Number(value.toFixed(2)) === value;
}

export const badgeDetails = {
  tags: z
    .array(line({ max: 100 }))
    .max(detailLimits.tags, `must have at most ${detailLimits.tags} items`)
    .optional()
    .meta({ description: `${descriptions.tags}. An empty list removes them` }),
  alignment: z
    .array(alignment)
    .max(detailLimits.alignment, `must have at most ${detailLimits.alignment} items`)
    .optional()
    .meta({ description: `${descriptions.alignment}. An empty list removes them` }),
  achievementType: type
    .nullish()
    .meta({ description: `${descriptions.achievementType}. \`null\` removes it` }),
  language: language
    .nullish()
    .meta({ description: `${descriptions.language}. \`null\` removes it` }),
  validFor: validFor
    .nullish()
    .meta({ description: `${descriptions.validFor}. \`null\` means no expiry` }),
  certificateText: prose({ max: 600 })
    .nullish()
    .meta({ description: `${descriptions.certificateText}. \`null\` removes it` }),
  hours: amount.nullish().meta({ description: `${descriptions.hours}. \`null\` removes it` }),
  credits: amount.nullish().meta({ description: `${descriptions.credits}. \`null\` removes it` }),
  attributes: attributeDefinitions
    .optional()
    .meta({ description: `${descriptions.attributes}. An empty list removes them` }),
};

/** Members shared by API replies and public documents. */
export const badgeTextsReply = {
  name: z.string().meta({ description: 'Name' }),
  description: z.string().meta({ description: 'Description, in Markdown' }),
  criteria: z
    .object({ narrative: z.string().meta({ description: 'How to earn it, in Markdown' }) })
    .meta({ description: 'Open Badges 2.0 criteria' }),
};

export const badgeDetailsReply = {
  tags: z.array(z.string()).optional().meta({ description: descriptions.tags }),
  alignment: z.array(alignment).optional().meta({ description: descriptions.alignment }),
  achievementType: z.string().optional().meta({ description: descriptions.achievementType }),
  language: z.string().optional().meta({ description: descriptions.language }),
  validFor: z.string().optional().meta({ description: descriptions.validFor }),
  certificateText: z.string().optional().meta({ description: descriptions.certificateText }),
  hours: z.number().optional().meta({ description: descriptions.hours }),
  credits: z.number().optional().meta({ description: descriptions.credits }),
  attributes: z.array(attributeReply).optional().meta({ description: descriptions.attributes }),
};

type Alignment = z.infer<typeof alignment>;
export type BadgeDetails = {
  tags?: string[];
  alignment?: Alignment[];
  achievementType?: string;
  language?: string;
  validFor?: string;
  certificateText?: string;
  hours?: number;
  credits?: number;
  attributes?: AttributeDefinition[];
};

export const placeholders = ['badge_name', 'issuer_name', 'recipient_name'] as const;

/**
 * Plain text of at most 1,000 characters with the placeholders `{{badge_name}}`, `{{issuer_name}}`
 * and `{{recipient_name}}`.
 */
export const shareText = prose({ max: 1_000 })
  .refine((text) => !/<\/?[a-z!]/i.test(text), 'must not contain HTML')
  .refine((text) => unknownPlaceholder(text) === undefined, {
    error: (issue) =>
      `unknown placeholder ${unknownPlaceholder(String(issue.input))}. Use ${placeholders.map((name) => `{{${name}}}`).join(', ')}`,
  });

/** Default share text (interface specification §2.4). */
export const defaultShareText =
  'I have earned the credential “{{badge_name}}” from {{issuer_name}}.';

/** Replaces placeholders once: values aren't scanned again. */
export function fillShareText(
  text: string,
  values: Record<(typeof placeholders)[number], string>,
): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (found, name: string) =>
    Object.hasOwn(values, name) ? values[name as (typeof placeholders)[number]] : found,
  );
}

function unknownPlaceholder(text: string): string | undefined {
  const known: readonly string[] = placeholders;
  return text.match(/\{\{[^{}]*\}\}/g)?.find((found) => !known.includes(found.slice(2, -2).trim()));
}

const example = {
  targetName: 'Sample data',
  targetUrl: 'https://framework.example/competencies/sample-data',
  targetDescription: 'Draws a sample that says something of the whole.',
  targetFramework: 'Statistics in schools',
  targetCode: 'ST-2',
} as const;

export const lookUpAlignment = defineOperation({
  id: 'lookUpAlignment',
  noun: 'alignments.lookUp',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/alignments/lookup',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'Look up a skill or standard',
  description:
    'Reads the page or document at a public URL and returns an `alignment` item to review before you add it to a badge. Supported: IMS CASE (`CFItem`, `CFDocument`), CTDL, CTDL-ASN, ESCO, SKOS and schema.org as JSON or JSON-LD, and JSON-LD in pages. Otherwise the title and description of the page are used. `targetUrl` is the URL that a JSON document names as its own, or else the URL you sent. Limits: 512 KiB, 10 seconds, 4 redirects, public IP addresses only. Nothing is stored. At most 60 requests per minute and account.',
  body: z.object({
    url: webUrl.meta({ description: 'URL of the skill or standard' }),
    language: language.optional().meta({
      description:
        "Preferred language if several are available, as a BCP 47 tag. Usually the badge's `language`. Defaults to English",
    }),
  }),
  reply: alignment,
  errors: ['address_unreachable', 'address_unreadable'],
  bodyLimit: bodyLimits.small,
  keepsNothing: true,
  examples: { body: { url: example.targetUrl }, reply: example },
});

export const alignmentOperations = { lookUpAlignment } as const;
