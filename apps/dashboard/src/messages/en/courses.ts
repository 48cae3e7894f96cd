import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/courses. */
const courses = {
  'courses.lead':
    'Teachers add badges to their courses in Moodle, Canvas and other learning platforms, by LTI 1.3.',
  'courses.tool.title': 'Register by hand',
  'courses.tool.words':
    'Register Insignia as an external tool in your platform with these values. Then register the platform below, and check the connection.',
  'courses.tool.console': 'Learning platform',
  'courses.tool.moodle': 'Moodle',
  'courses.tool.canvas': 'Canvas',
  'courses.tool.other': 'Another platform',
  'courses.tool.moodle.where':
    'Open Site administration → Plugins → External tool → Manage tools → configure a tool manually. Set LTI version to LTI 1.3 and Public key type to Keyset URL.',
  'courses.tool.canvas.where':
    'Open Admin → Developer Keys → +\u00a0Developer\u00a0Key → +\u00a0LTI\u00a0Key. Set Method to Manual Entry and JWK Method to Public JWK URL.',
  'courses.tool.other.where': 'Add a tool for LTI 1.3, also called LTI Advantage.',
  'courses.tool.moodle.launchUrl': 'Tool URL, Redirection URI(s) and Content Selection URL',
  'courses.tool.moodle.loginUrl': 'Initiate login URL',
  'courses.tool.moodle.jwksUrl': 'Public keyset',
  'courses.tool.canvas.launchUrl': 'Target Link URI and Redirect URIs',
  'courses.tool.canvas.loginUrl': 'OpenID Connect Initiation Url',
  'courses.tool.canvas.jwksUrl': 'Public JWK URL',
  'courses.tool.other.launchUrl': 'Tool URL, redirection URI and content selection URL',
  'courses.tool.other.loginUrl': 'Initiate login URL',
  'courses.tool.other.jwksUrl': 'Public keyset URL',
  'courses.copy.loginUrl': 'Copy login URL',
  'courses.copy.launchUrl': 'Copy tool URL',
  'courses.copy.jwksUrl': 'Copy keyset URL',
  'courses.link.title': 'Register with a link',
  'courses.link.words':
    'The quickest way: Moodle and some other platforms exchange all values automatically. In Moodle, open Manage tools, paste the link under “Tool URL” and select “Add LTI Advantage”.',
  'courses.link.create': 'Create registration link',
  'courses.link.made':
    'The link works once, until {time}. Your platform appears below as soon as it’s registered.',
  'courses.link.copy': 'Copy link',
  'courses.new': 'Register platform',
  'courses.none.title': 'No platforms yet',
  'courses.none.words': 'Your learning platforms will appear here.',
  'courses.edit': 'Edit platform',
  'courses.delete': 'Delete platform',
  'courses.delete.title': 'Delete the platform “{name}”?',
  'courses.delete.words':
    'Its activities no longer open, and the data of its courses is deleted. Issued credentials stay.',
  'courses.created': 'Platform “{name}” registered',
  'courses.saved': 'Platform “{name}” saved',
  'courses.deleted': 'Platform “{name}” deleted',
  'courses.disabled': 'Disabled by the operator',
  'courses.noDeployment': 'No deployment ID yet. Launches are refused until you enter it.',
  'courses.name': 'Name',
  'courses.name.hint': 'For your team, for example Moodle',
  'courses.issuer': 'Issuer',
  'courses.issuer.hint': 'Moodle: Platform ID. Canvas: https://canvas.instructure.com',
  'courses.clientId': 'Client ID',
  'courses.clientId.hint': 'Canvas: the number in the column “Details” of the developer key',
  'courses.deploymentIds': 'Deployment IDs',
  'courses.deploymentIds.hint': 'One per line. Your platform shows it once the tool is installed.',
  'courses.authorizationUrl': 'Authorization URL',
  'courses.authorizationUrl.hint':
    'Moodle: Authentication request URL. Canvas: https://sso.canvaslms.com/api/lti/authorize_redirect',
  'courses.tokenUrl': 'Token URL',
  'courses.tokenUrl.hint':
    'Moodle: Access token URL. Canvas: https://sso.canvaslms.com/login/oauth2/token',
  'courses.jwksUrl': 'Keyset URL',
  'courses.jwksUrl.hint':
    'Moodle: Public keyset URL. Canvas: https://sso.canvaslms.com/api/lti/security/jwks',
  'courses.check': 'Check connection',
  'courses.check.title': 'Result of the check',
  'courses.check.keys': 'Public keys can be read',
  'courses.check.token': 'Scores and rosters: the platform accepts our key',
  'courses.check.unreachable': 'Nothing answers at “{setting}”. Check it, and your platform.',
  'courses.check.not_allowed':
    '“{setting}” must start with https:// and be public. The operator can allow your private network.',
  'courses.check.unavailable': 'Your platform has a problem. Check again later.',
  'courses.check.unsuitable': '“{setting}” isn’t right. Copy it from your platform again.',
  'courses.check.refused':
    'Your platform doesn’t accept Insignia’s key. Check the client ID and “{setting}” here, and the keyset URL there.',
  'courses.check.launch': 'An activity was opened',
  'courses.check.person': 'A name and an email address arrived',
  'courses.check.person.failed':
    'In your platform, share names and email addresses with Insignia. Then open the activity again.',
  'courses.check.roster': 'The platform offers the roster',
  'courses.check.roster.failed':
    'In your platform, let Insignia retrieve the members of courses. Then open the activity again.',
  'courses.check.scores': 'The platform offers scores',
  'courses.check.scores.failed':
    'In your platform, let Insignia use grades. Add the activity by selecting content, and open it again.',
  'courses.check.passed': 'Passed',
  'courses.check.failed': 'Failed',
  'courses.check.waiting': 'Not yet',
  'courses.check.never': 'Open Insignia in a course as a teacher, then check again.',
} as const;

export const t = createTranslator(courses);
