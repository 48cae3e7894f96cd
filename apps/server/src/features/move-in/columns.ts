import type { ExportSource, MovedField } from './rules.ts';

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
