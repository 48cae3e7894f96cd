import {
  IconCertificate,
  IconFileImport,
  IconHexagon,
  IconHistory,
  IconKey,
  IconMail,
  IconRubberStamp,
  IconSettings,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { AuditEntry } from '../../shared/audit-sentence.tsx';
import classes from './audit.module.css';

type Kind = NonNullable<AuditEntry['about']>['kind'];

/** The same icons as in the sidebar. */
const icons = {
  account: IconSettings,
  issuer: IconRubberStamp,
  badge: IconHexagon,
  credential: IconCertificate,
  import: IconFileImport,
  mail: IconMail,
  key: IconKey,
  member: IconUsers,
  webhook: IconWebhook,
} as const satisfies Record<Kind, unknown>;

export function AuditIcon({ kind }: { kind: Kind | undefined }) {
  const Icon = kind ? icons[kind] : IconHistory;
  return (
    <span className={classes.icon}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </span>
  );
}
