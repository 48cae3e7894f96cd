import type { OperationId } from '@insignia/contract';
import {
  IconCertificate,
  IconFileImport,
  IconHexagon,
  IconHistory,
  IconHome2,
  IconKey,
  IconMail,
  IconRubberStamp,
  IconSend2,
  IconSettings,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { MessageId } from '../shared/t.ts';

/** Where the side bar leads. `letter` goes there after `g`; `needs` is what one must be allowed to do. */
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
    to: '/$accountId/webhooks',
    label: 'nav.webhooks',
    letter: 'w',
    icon: IconWebhook,
    needs: 'listWebhooks',
  },
  { to: '/$accountId/keys', label: 'nav.keys', letter: 'k', icon: IconKey, needs: 'listKeys' },
  { to: '/$accountId/team', label: 'nav.team', letter: 't', icon: IconUsers, needs: 'listMembers' },
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
] as const satisfies readonly {
  to: string;
  label: MessageId;
  letter: string;
  icon: unknown;
  needs: OperationId;
}[];
