import { z } from 'zod';
import { type AttributeDefinition, attributeDefinitions, attributeReply } from './attributes.ts';
import { readDuration } from './durations.ts';
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
  targetName: line({ max: 200 }).meta({ description: 'What the skill or standard is called' }),
  targetUrl: webUrl.meta({ description: 'Where it is described' }),
  targetDescription: prose({ max: 1_000 }).optional().meta({ description: 'What it means' }),
  targetFramework: line({ max: 200 })
    .optional()
    .meta({ description: 'The framework that it is of, such as ESCO' }),
  targetCode: line({ max: 100 }).optional().meta({ description: 'Its code in the framework' }),
});

const descriptions = {
  tags: 'What it is about, at most 20 words or phrases',
  alignment: 'Skills and standards that it meets, at most 50',
  achievementType:
    'What kind of achievement it is: a word of the vocabulary of Open Badges 3.0, or one of your own behind `ext:`',
  language: 'Language of its words, a BCP 47 tag such as `en` or `pt-BR`',
  validFor:
    'How long a credential holds that is issued without `expires`, through the day in UTC: an ISO 8601 duration in years, months, weeks and days, such as `P2Y`',
  attributes:
    'What else its credentials say, such as a grade, at most 20: shown on page and certificate, and as results in Open Badges 3.0',
};
const type = line({ max: 100 }).refine(
  (value) => known.includes(value) || /^ext:[A-Za-z0-9.|_-]+$/.test(value),
  'must be a type of Open Badges 3.0, such as MicroCredential, or begin with ext:',
);
export const language = line({ max: 35 }).regex(
  /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/,
  'must be a language tag such as en or pt-BR',
);

const validFor = line({ max: 20 }).refine(
  (value) => readDuration(value) !== undefined,
  'must be an ISO 8601 duration of whole days, at most 100 years, such as P2Y, P18M or P90D',
);

export const badgeDetails = {
  tags: z
    .array(line({ max: 100 }))
    .max(detailLimits.tags, `must have at most ${detailLimits.tags}`)
    .optional()
    .meta({ description: `${descriptions.tags}; none when it is empty` }),
  alignment: z
    .array(alignment)
    .max(detailLimits.alignment, `must have at most ${detailLimits.alignment}`)
    .optional()
    .meta({ description: `${descriptions.alignment}; none when it is empty` }),
  achievementType: type
    .nullish()
    .meta({ description: `${descriptions.achievementType}; none when it is null` }),
  language: language
    .nullish()
    .meta({ description: `${descriptions.language}; none when it is null` }),
  validFor: validFor
    .nullish()
    .meta({ description: `${descriptions.validFor}; for good when it is null` }),
  attributes: attributeDefinitions
    .optional()
    .meta({ description: `${descriptions.attributes}; none when it is empty` }),
};

/** Members shared by API replies and public documents. */
export const badgeTextsReply = {
  name: z.string().meta({ description: 'What it is called' }),
  description: z.string().meta({ description: 'What it stands for, in Markdown' }),
  criteria: z
    .object({ narrative: z.string().meta({ description: 'How it is earned, in Markdown' }) })
    .meta({ description: 'Criteria of Open Badges 2.0' }),
};

export const badgeDetailsReply = {
  tags: z.array(z.string()).optional().meta({ description: descriptions.tags }),
  alignment: z.array(alignment).optional().meta({ description: descriptions.alignment }),
  achievementType: z.string().optional().meta({ description: descriptions.achievementType }),
  language: z.string().optional().meta({ description: descriptions.language }),
  validFor: z.string().optional().meta({ description: descriptions.validFor }),
  attributes: z.array(attributeReply).optional().meta({ description: descriptions.attributes }),
};

export type Alignment = z.infer<typeof alignment>;
export type BadgeDetails = {
  tags?: string[];
  alignment?: Alignment[];
  achievementType?: string;
  language?: string;
  validFor?: string;
  attributes?: AttributeDefinition[];
};
