import type { AuditEntry } from '../../shared/audit-sentence.tsx';
import { t } from './t.ts';

/** Status of an import that was started. Only statuses that need attention have a color. */
export function ImportStatus({ act: { action, about } }: { act: AuditEntry }) {
  if (action !== 'createImport' || !about?.import) return null;
  const { status, dryRun, issued, failed } = about.import;
  return (
    <>
      <span className="fine">
        {dryRun ? t('audit.import.checked') : t(`audit.import.${status}`, { issued })}
      </span>
      {failed > 0 && (
        <span className="state" data-tone="bad">
          {t('audit.import.failedRows', { failed })}
        </span>
      )}
    </>
  );
}
