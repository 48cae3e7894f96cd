import { foldAddress, type Language, type LtiRule } from '@insignia/contract';
import { formatNumber } from '../../kernel/language.ts';
import { isStorable } from '../../kernel/plain-text.ts';

/** Time for the platform's sign-in. */
export const launchLifetimeMs = 10 * 60_000;
/** Time to work in an opened page. */
export const sessionLifetimeMs = 4 * 3_600_000;
export const registrationLifetimeMs = 86_400_000;
export const clockToleranceSeconds = 60;
export const maxTokenAgeSeconds = 600;
/** Scores are read this often, while people open the activity. */
export const checkEveryMs = 15 * 60_000;
export const checkWhileOpenedMs = 60 * 86_400_000;
/** People to whom nothing was issued are deleted this long after the platform last sent them. */
export const learnerLifetimeMs = 365 * 86_400_000;
/** People wait for these requests. The background check has longer. */
export const patienceMs = 8_000;
/** Reloading a page doesn't read the roster again within this time. */
export const rosterLifetimeMs = 15_000;
/** A roster that couldn't be read while a teacher waits is read in the background. */
export const rosterRetryMs = 60_000;
export const MAX_ROSTER_PAGES = 100;
export const MAX_PEOPLE = 5_000;
/** Different choices of an account: badge, rule and deployment. */
export const MAX_ACTIVITIES = 10_000;
/** The scale of our line items. */
export const scoreMaximum = 100;
const MAX_ID = 255;
const MAX_TEXT = 2_048;

/** Why a launch was refused. Names appear in the audit log and in metrics. */
export const ltiReasons = [
  'unknownPlatform',
  'platformOff',
  'unknownRequest',
  'noCookies',
  'refusedByPlatform',
  'platformUnavailable',
  'badToken',
  'badMessage',
  'foreignDeployment',
  'noUser',
  'notTeacher',
  'pageExpired',
  'unknownRegistration',
] as const;
export type LtiReason = (typeof ltiReasons)[number];

/** A refused launch. `detail` is for admins, and contains no personal data. */
export class LtiRefusal extends Error {
  readonly reason: LtiReason;
  readonly detail: string | undefined;
  /** Whose audit log gets it, if no platform is known. */
  accountId: string | undefined;

  constructor(reason: LtiReason, detail?: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
    this.detail = detail?.slice(0, 200);
  }
}

const core = 'https://purl.imsglobal.org/spec/lti/claim/';
const deepLinking = 'https://purl.imsglobal.org/spec/lti-dl/claim/';
export const agsScopes = {
  score: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
  results: 'https://purl.imsglobal.org/spec/lti-ags/scope/result.readonly',
} as const;
export const rosterScope =
  'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly';

/** A person as the platform describes them. */
export type PlatformUser = { subject: string; name: string | null; email: string | null };

export type Launch = {
  kind: 'activity' | 'choice';
  deploymentId: string;
  user: PlatformUser;
  isTeacher: boolean;
  isLearner: boolean;
  /** The preview of a teacher, for which nothing is issued. */
  isTest: boolean;
  locale: string | undefined;
  /** Where pages of the platform are, for the policy of frames. */
  returnUrls: string[];
  /** Present for an activity. */
  link:
    | {
        resourceId: string;
        course: string | null;
        activityId: string | null;
        lineItem: string | null;
        scopes: string[];
        rosterUrl: string | null;
      }
    | undefined;
  /** Present for a choice. */
  choice: ChoiceSettings | undefined;
};

export type ChoiceSettings = {
  returnUrl: string;
  /** Returned to the platform unchanged. */
  data: string | null;
  acceptsLineItem: boolean;
};

type Claims = Record<string, unknown>;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const readObject = (value: unknown): Claims => (isObject(value) ? value : {});
/** Undefined for everything else than a text that can be stored. */
export const readStorableText = (value: unknown, max = MAX_TEXT): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= max && isStorable(value)
    ? value
    : undefined;
/** For requests and forms. */
const readUrl = (value: unknown): string | undefined => {
  const text = readStorableText(value);
  const protocol = text === undefined ? undefined : URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? text : undefined;
};
const readTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [])
    .filter((one) => readStorableText(one) !== undefined)
    .slice(0, 200);

type KnownPlatform = { clientId: string; deploymentIds: readonly string[] };

/**
 * Reads a token whose signature, issuer, audience and times are already checked (Security Framework
 * §5.1.3, LTI Core §5.3).
 */
export function readLaunch(
  claims: Claims,
  { clientId, deploymentIds }: KnownPlatform,
  nonce: string,
): Launch {
  const audiences = [claims.aud].flat();
  const { azp } = claims;
  if (azp !== undefined ? azp !== clientId : audiences.length > 1)
    throw new LtiRefusal('badToken', 'azp is not our client ID');
  if (claims.nonce !== nonce) throw new LtiRefusal('badToken', 'the nonce is not ours');
  if (claims[`${core}version`] !== '1.3.0') throw new LtiRefusal('badMessage', 'version');
  const deploymentId = readStorableText(claims[`${core}deployment_id`], MAX_ID);
  if (!deploymentId) throw new LtiRefusal('badMessage', 'deployment_id');
  if (!deploymentIds.includes(deploymentId))
    throw new LtiRefusal('foreignDeployment', `deployment ${deploymentId}`);
  const subject = readStorableText(claims.sub, MAX_ID);
  if (!subject) throw new LtiRefusal('noUser');
  const roles = readTexts(claims[`${core}roles`]);
  const presentation = readObject(claims[`${core}launch_presentation`]);
  const shared = {
    ...{ deploymentId, ...readRoles(roles) },
    user: { subject, name: readName(claims), email: readStorableText(claims.email, 254) ?? null },
    locale: readStorableText(presentation.locale, 35),
  };
  const returnUrl = readStorableText(presentation.return_url);
  switch (claims[`${core}message_type`]) {
    case 'LtiResourceLinkRequest': {
      const link = readLink(claims);
      return { ...shared, kind: 'activity', link, choice: undefined, returnUrls: list(returnUrl) };
    }
    case 'LtiDeepLinkingRequest': {
      const choice = readChoice(claims);
      const returnUrls = [...list(returnUrl), choice.returnUrl];
      return { ...shared, kind: 'choice', link: undefined, choice, returnUrls };
    }
    default:
      throw new LtiRefusal('badMessage', 'message_type');
  }
}

const list = (value: string | undefined): string[] => (value === undefined ? [] : [value]);

function readLink(claims: Claims): Launch['link'] {
  const resourceId = readStorableText(readObject(claims[`${core}resource_link`]).id, MAX_ID);
  if (!resourceId) throw new LtiRefusal('badMessage', 'resource_link');
  const context = readObject(claims[`${core}context`]);
  const custom = readObject(claims[`${core}custom`]);
  const scores = readObject(claims['https://purl.imsglobal.org/spec/lti-ags/claim/endpoint']);
  const roster = readObject(
    claims['https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'],
  );
  return {
    resourceId,
    course: readStorableText(context.title)?.slice(0, 200) ?? null,
    activityId: readStorableText(custom[activityParameter], 36) ?? null,
    lineItem: readUrl(scores.lineitem) ?? null,
    scopes: readTexts(scores.scope),
    rosterUrl: readUrl(roster.context_memberships_url) ?? null,
  };
}

/** Custom parameter of a link that names its activity. */
export const activityParameter = 'insignia_activity';

function readChoice(claims: Claims): ChoiceSettings {
  const settings = readObject(claims[`${deepLinking}deep_linking_settings`]);
  const returnUrl = readUrl(settings.deep_link_return_url);
  if (!returnUrl) throw new LtiRefusal('badMessage', 'deep_link_return_url');
  if (!readTexts(settings.accept_types).includes('ltiResourceLink'))
    throw new LtiRefusal('badMessage', 'accept_types');
  const data = typeof settings.data === 'string' ? settings.data : null;
  if (data !== null && !isStorable(data)) throw new LtiRefusal('badMessage', 'data');
  return { returnUrl, data, acceptsLineItem: settings.accept_lineitem !== false };
}

const vocabulary = 'http://purl.imsglobal.org/vocab/lis/v2/';

const teacherRoles = [
  'membership#Instructor',
  'membership#Administrator',
  'membership#ContentDeveloper',
  'institution/person#Administrator',
  'system/person#Administrator',
  'system/person#SysAdmin',
].map((name) => vocabulary + name);

/**
 * Roles in the course count, and administrators of the institution. An instructor elsewhere may be
 * a learner here.
 */
function readRoles(roles: readonly string[]) {
  const has = (...names: string[]) => names.some((name) => roles.includes(name));
  const isTeacher = has('Instructor', 'Administrator', ...teacherRoles);
  return {
    isTeacher,
    isLearner: has('Learner', `${vocabulary}membership#Learner`),
    isTest: has('http://purl.imsglobal.org/vocab/lti/system/person#TestUser'),
  };
}

function readName(claims: Claims): string | null {
  const full = readStorableText(claims.name, 500);
  if (full) return full;
  const parts = [
    readStorableText(claims.given_name, 250),
    readStorableText(claims.family_name, 250),
  ];
  return parts.filter((part) => part !== undefined).join(' ') || null;
}

/** Learners of a page of the roster (NRPS 2.0 §2.2). Rows that can't be read are left out. */
export function readRoster(body: unknown): PlatformUser[] {
  const { members } = readObject(body);
  return (Array.isArray(members) ? members : []).flatMap((row: unknown): PlatformUser[] => {
    const member = readObject(row);
    const subject = readStorableText(member.user_id, MAX_ID);
    const { isLearner, isTest } = readRoles(readTexts(member.roles));
    if (!subject || !isLearner || isTest || (member.status ?? 'Active') !== 'Active') return [];
    return [
      { subject, name: readName(member), email: readStorableText(member.email, 254) ?? null },
    ];
  });
}

/** Scores in percent, by subject (AGS 2.0 §3.3). */
export function readScores(body: unknown): { subject: string; percent: number }[] {
  return (Array.isArray(body) ? body : []).flatMap((row: unknown) => {
    const { userId, resultScore, resultMaximum } = readObject(row);
    const subject = readStorableText(userId, MAX_ID);
    const maximum = resultMaximum ?? 1;
    if (!subject || typeof resultScore !== 'number' || typeof maximum !== 'number') return [];
    const percent = (resultScore / maximum) * 100;
    return Number.isFinite(percent)
      ? [{ subject, percent: Math.min(Math.max(percent, 0), 1_000) }]
      : [];
  });
}

/** The URL of the next page, if it is on the same server (RFC 8288). */
export function findNextPage(link: string | null, current: string): string | undefined {
  const links = (link ?? '').slice(0, 8_192).matchAll(/<([^<>]*)>([^<]*)/g);
  const found = [...links].find(([, , parameters = '']) =>
    /;\s*rel\s*=\s*"?next"?(?:[\s;,]|$)/i.test(parameters),
  );
  const url = found && URL.parse(found[1] ?? '', current);
  return url && url.origin === new URL(current).origin && url.href !== current
    ? url.href
    : undefined;
}

/** A URL below a line item, whose own URL may have a query. */
export function lineItemUrl(lineItem: string, part: 'scores' | 'results'): string {
  const url = new URL(lineItem);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${part}`;
  return url.href;
}

/** The rule reads our own line item, so it must not be overwritten with "completed". */
export const reportsCompletion = (rule: LtiRule): boolean => rule !== 'score';

/** Whether the score reaches the rule. Platforms calculate with fractions. */
const isReached = (score: number | null, percent: number | null): boolean =>
  score !== null && percent !== null && score >= percent - 1e-6;

/** Not far from the score, for the teacher's view. */
export const isClose = (score: number | null, percent: number | null): boolean =>
  score !== null && percent !== null && !isReached(score, percent) && score >= percent * 0.8;

/** Rounded down, so that a score just below the minimum doesn't look like it. */
export const formatPercent = (language: Language, value: number): string =>
  `${formatNumber(language, Math.floor(value * 10 + 1e-6) / 10)}%`;

export const foldEmail = (email: string | null): string | null =>
  email === null ? null : foldAddress(email);

/** Origins whose pages may show ours in a frame. */
export function listAncestors(urls: readonly string[]): string[] {
  const origins = urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []));
  return [
    "'self'",
    ...new Set(origins.filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin))),
  ];
}
