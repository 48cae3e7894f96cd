import type { OperationId } from '@insignia/contract';
import {
  IconAddressBook,
  IconCertificate,
  IconFileImport,
  IconHexagon,
  IconHistory,
  IconHome2,
  IconKey,
  IconLogin2,
  IconMail,
  IconMailCog,
  IconMessageReport,
  IconRubberStamp,
  IconSchool,
  IconSend2,
  IconSettings,
  IconUserCog,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { MessageId } from '../shared/t.ts';

type NavigationItem = { to: string; label: MessageId; needs: OperationId };

/** Screens in the sidebar. `letter`, typed after `g`, opens one. `needs` is the required permission. */
export const screens = [
  { to: '/$accountId', label: 'nav.overview', letter: 'o', icon: IconHome2, needs: 'getAccount' },
  {
    to: '/$accountId/issue',
    label: 'nav.issue',
    letter: 'n',
    icon: IconSend2,
    needs: 'createAward',
  },
  {
    to: '/$accountId/imports',
    label: 'nav.imports',
    letter: 'p',
    icon: IconFileImport,
    needs: 'listImports',
  },
  {
    to: '/$accountId/credentials',
    label: 'nav.credentials',
    letter: 'c',
    icon: IconCertificate,
    needs: 'listAwards',
  },
  {
    to: '/$accountId/recipients',
    label: 'nav.recipients',
    letter: 'r',
    icon: IconAddressBook,
    needs: 'listRecipients',
  },
  {
    to: '/$accountId/requests',
    label: 'nav.requests',
    letter: 'q',
    icon: IconMessageReport,
    needs: 'listRequests',
  },
  {
    to: '/$accountId/badges',
    label: 'nav.badges',
    letter: 'b',
    icon: IconHexagon,
    needs: 'listBadges',
  },
  {
    to: '/$accountId/issuers',
    label: 'nav.issuers',
    letter: 'i',
    icon: IconRubberStamp,
    needs: 'listIssuers',
  },
  { to: '/$accountId/mail', label: 'nav.mail', letter: 'm', icon: IconMail, needs: 'listMail' },
  {
    to: '/$accountId/templates',
    label: 'nav.templates',
    letter: 'e',
    icon: IconMailCog,
    needs: 'getEmailTemplates',
  },
  {
    to: '/$accountId/webhooks',
    label: 'nav.webhooks',
    letter: 'w',
    icon: IconWebhook,
    needs: 'listWebhooks',
  },
  { to: '/$accountId/keys', label: 'nav.keys', letter: 'k', icon: IconKey, needs: 'listKeys' },
  { to: '/$accountId/team', label: 'nav.team', letter: 't', icon: IconUsers, needs: 'listMembers' },
  {
    to: '/$accountId/single-sign-on',
    label: 'nav.sso',
    letter: 's',
    icon: IconLogin2,
    needs: 'listSsoConnections',
  },
  {
    to: '/$accountId/provisioning',
    label: 'nav.provisioning',
    letter: 'v',
    icon: IconUserCog,
    needs: 'getProvisioning',
  },
  {
    to: '/$accountId/courses',
    label: 'nav.courses',
    letter: 'u',
    icon: IconSchool,
    needs: 'listLtiPlatforms',
  },
  {
    to: '/$accountId/audit',
    label: 'nav.audit',
    letter: 'l',
    icon: IconHistory,
    needs: 'listAuditLog',
  },
  {
    to: '/$accountId/account',
    label: 'nav.account',
    letter: 'a',
    icon: IconSettings,
    needs: 'getAccount',
  },
] as const satisfies readonly (NavigationItem & { letter: string; icon: unknown })[];

/** Screens with a form, which the sidebar doesn't list. */
const forms = [
  { to: '/$accountId/issuers/new', label: 'issuers.new', needs: 'createIssuer' },
  {
    to: '/$accountId/issuers/$issuerId/certificates/$certificateId',
    label: 'certificates.change',
    needs: 'updateCertificate',
  },
  { to: '/$accountId/badges/new', label: 'badges.new', needs: 'createBadge' },
  { to: '/$accountId/badges/$badgeId/edit', label: 'badges.change', needs: 'updateBadge' },
  { to: '/$accountId/badges/$badgeId/design', label: 'badges.change', needs: 'updateBadge' },
  {
    to: '/$accountId/credentials/$credentialId/correct',
    label: 'credentials.change',
    needs: 'correctAward',
  },
  { to: '/$accountId/imports/new', label: 'imports.new', needs: 'createImport' },
  { to: '/$accountId/imports/move-in', label: 'imports.moveIn', needs: 'createMigration' },
  { to: '/$accountId/imports/redirects', label: 'imports.redirects', needs: 'exportRedirects' },
] as const satisfies readonly NavigationItem[];

/** Name and required permission of a route. */
export const findNavigationItem = (path: string | undefined) =>
  [...screens, ...forms].find(({ to }) => to === path);

/** The nearest parent screen that the user may see. */
export function findParentScreen(path: string, may: (needs: OperationId) => boolean) {
  const [overview] = screens;
  const above = screens.filter(({ to, needs }) => may(needs) && path.startsWith(`${to}/`));
  return above.at(-1) ?? overview;
}
