import { describeDateError, readDate } from '@insignia/contract';
import type { ExportDateOrder, ExportSource, MovedField } from './rules.ts';

/** Column names by field: letters and digits only, separated by spaces, the best one first. */
type Columns = Readonly<Partial<Record<MovedField, string>>>;

type Service = {
  /** Name for people. */
  name: string;
  columns: Columns;
  /** Whether dates such as 3/4/24 are in the American order. Undefined if the service has no rule. */
  isMonthFirst?: true;
};

/**
 * Column names as the services document them. Names that the documents only give as fields of the
 * API are included, because people also export by the API.
 */
export const services: Readonly<Record<ExportSource, Service>> = {
  // Bulk awards: https://community.canvaslms.com/t5/Canvas-Badges-Badgr/Awarding-badges-to-a-group-of-recipients-in-bulk/ta-p/528741
  // Assertions of the API: https://api.badgr.io/docs/v2
  badgr: {
    name: 'Badgr',
    columns: {
      badgeName: 'badgename badgeclassname badge badgeclass',
      badgeId: 'badgeclassopenbadgeid badgeclassid badgeid',
      description: 'badgedescription badgeclassdescription',
      criteria: 'criteria criteriaurl criterianarrative',
      image: 'badgeimage badgeclassimage',
      name: 'recipientname recipient name',
      firstName: 'firstname recipientfirstname',
      lastName: 'lastname recipientlastname',
      email:
        'identifier recipientidentity recipientplaintextidentity recipientemail recipientidentifier email',
      issuedOn: 'issuedate issuedon dateissued awarddate',
      expires: 'expirationdate expires expirydate',
      url: 'openbadgeid assertionurl awardurl',
      id: 'entityid assertionid awardid',
      issuer: 'issuername issuer',
      status: 'revoked status',
      narrative: 'narrative',
      evidence: 'evidenceurl',
    },
  },
  // Analytics export: https://credlyissuer.zendesk.com/hc/en-us/articles/5254917084827
  // Bulk issuing, with dates as mm/dd/yy: https://credlyissuer.zendesk.com/hc/en-us/articles/360027660752
  // Fields of the API: https://www.credly.com/docs/issued_badges
  credly: {
    name: 'Credly',
    isMonthFirst: true,
    columns: {
      badgeName: 'badgename badgetemplatename',
      badgeId: 'badgetemplateid',
      description: 'badgedescription description',
      image: 'imageurl',
      name: 'issuedto issuedtoname recipientname',
      firstName: 'issuedtofirstname firstname',
      middleName: 'issuedtomiddlename middlename',
      lastName: 'issuedtolastname lastname',
      email: 'issuedtoemail recipientemail',
      issuedOn: 'issuedate issuedat issuedatdate',
      expires: 'expirationdate expiresat',
      url: 'badgeurl',
      id: 'earnerbadgeid id',
      // A column “Badge ID” may be that of the template.
      formerId: 'earnerbadgeid badgeid id',
      issuer: 'issuedby',
      status: 'status state',
      evidence: 'evidenceurl',
    },
  },
  // Spreadsheets: https://help.accredible.com/how-to-issue-a-batch-of-credentials-spreadsheet-upload
  // Attributes: https://github.com/accredible/api-documentation (openapi.json)
  accredible: {
    name: 'Accredible',
    isMonthFirst: true,
    columns: {
      badgeName: 'coursename credentialname groupname',
      badgeId: 'groupid',
      description: 'coursedescription credentialdescription description',
      criteria: 'courselink courseurl',
      image: 'badgeimage badgeurl',
      name: 'recipientname name',
      email: 'recipientemail emailaddress email',
      issuedOn: 'issuedon issuedate credentialissuedon',
      expires: 'expiredon expirydate expirationdate credentialexpiredon',
      url: 'credentialurl credentiallink url',
      id: 'credentialid licenseid uuid id',
      issuer: 'issuername departmentname',
    },
  },
  // Custom reports with the source Badges. Names of columns: badges/classes/reportbuilder and
  // lang/en/badges.php in https://github.com/moodle/moodle
  moodle: {
    name: 'Moodle',
    columns: {
      badgeName: 'name badgename badge',
      description: 'description badgedescription',
      criteria: 'criteria',
      image: 'badgeimageurl',
      name: 'fullname recipient',
      firstName: 'firstname',
      middleName: 'middlename',
      lastName: 'lastname',
      email: 'emailaddress email',
      issuedOn: 'dateissued issued',
      expires: 'expirydate dateexpires',
      url: 'badgeurl url',
      id: 'uniquehash hash',
      issuer: 'issuername',
    },
  },
};

/** 3/4/24 and 3.4.2024. */
const numericDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})(?:[ T,].*)?$/;

/** The order of numeric dates in a file, by the dates themselves. Undefined if they fit both. */
export function guessExportDateOrder(dates: Iterable<string>): ExportDateOrder | undefined {
  const seen = { first: false, second: false };
  for (const date of dates) {
    const [, first = '', second = ''] = numericDate.exec(date) ?? [];
    if (Number(first) > 12) seen.first = true;
    if (Number(second) > 12) seen.second = true;
  }
  if (seen.first === seen.second) return undefined;
  return seen.first ? 'day-first' : 'month-first';
}

const months = [
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun'],
  ...['jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
];
/** 5 October 2023, with a weekday before and a time after it. */
const dayMonth = /^(?:[a-z]+,? )?(\d{1,2}) ([a-z]{3,9})\.?,? (\d{4})\b/i;
/** October 5, 2023. */
const monthDay = /^(?:[a-z]+,? )??([a-z]{3,9})\.? (\d{1,2}),? (\d{4})\b/i;
/** 2014-04-01 09:41:00 -0500, as in exports by API, or with the name UTC. */
const spacedZone =
  /^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:UTC|([+-]\d{2}:?\d{2}))$/;

const toIsoDay = (year: number, month: number, day: number): string =>
  [
    String(year).padStart(4, '0'),
    ...[month, day].map((part) => String(part).padStart(2, '0')),
  ].join('-');

/** ISO 8601 form of a date in an export. Undefined if it isn't a date or could be two. */
export function readExportDate(text: string, order: ExportDateOrder): string | undefined {
  if (readDate(text)) return text;
  const [, time, zone = 'Z'] = spacedZone.exec(text) ?? [];
  const iso = time === undefined ? readWrittenDate(text, order) : `${time}${zone}`;
  return iso !== undefined && readDate(iso) ? iso : undefined;
}

function readWrittenDate(text: string, order: ExportDateOrder): string | undefined {
  if (numericDate.test(text)) return readNumericDate(text, order);
  const [, day, name, year] = dayMonth.exec(text) ?? [];
  if (day !== undefined) return fromName(name, day, year);
  const [, nameFirst, dayAfter, yearAfter] = monthDay.exec(text) ?? [];
  return nameFirst === undefined ? undefined : fromName(nameFirst, dayAfter, yearAfter);
}

function readNumericDate(text: string, order: ExportDateOrder): string | undefined {
  const [, first, second, year = ''] = numericDate.exec(text) ?? [];
  if (order === 'unknown' && first !== second) return undefined;
  const [month, day] = order === 'day-first' ? [second, first] : [first, second];
  return toIsoDay(Number(year) + (year.length === 2 ? 2_000 : 0), Number(month), Number(day));
}

function fromName(name = '', day = '', year = ''): string | undefined {
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? undefined : toIsoDay(Number(year), month, Number(day));
}

/** Why a date isn't read. */
export function describeExportDateError(text: string, order: ExportDateOrder): string {
  return order === 'unknown' && numericDate.test(text)
    ? 'could be two dates. Write it as 2026-03-01'
    : describeDateError(text);
}
