import { t } from '../../../messages/en/certificates.ts';
import { useDesign, useDesigner } from '../../../shared/designer/context.ts';
import classes from './designer.module.css';
import { type CertificateDocument, hasBack, turnOver } from './document.ts';

/** Chooses the side to edit, or adds a back. */
export function SideSwitch() {
  const { change, show } = useDesigner<CertificateDocument>();
  const document = useDesign<CertificateDocument>();
  const addBack = () => {
    change((before) => ({ ...before, other: { layers: [] } }));
    show(turnOver);
  };
  if (!hasBack(document))
    return (
      <div className={classes.sides}>
        <button type="button" onClick={addBack}>
          {t('certificates.side.add')}
        </button>
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set belongs to a form
    <div className={classes.sides} role="group" aria-label={t('certificates.side')}>
      {[false, true].map((isBack) => (
        <button
          key={String(isBack)}
          type="button"
          aria-pressed={document.isBack === isBack}
          onClick={() => document.isBack !== isBack && show(turnOver)}
        >
          {t(isBack ? 'certificates.side.back' : 'certificates.side.front')}
        </button>
      ))}
    </div>
  );
}
