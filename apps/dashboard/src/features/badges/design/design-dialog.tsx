import { type Design, readDesign, templates, writeDesign } from '@insignia/design';
import { createEmptyDesign } from '@insignia/design/edit';
import { CloseButton, Modal } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages/en/design.ts';
import { createSaveState } from '../../../shared/designer/save-state.ts';
import { useDesignSave } from '../../../shared/designer/use-design-save.ts';
import classes from '../../../shared/designer/whole.module.css';
import { deleteDraft } from '../../../shared/draft.ts';
import type { BadgeContent } from './context.ts';
import { Designer } from './designer.tsx';
import { createFromTemplate, type FinishedBadge } from './draw-design.ts';
import { readDesignDraft, saveDesignDraft } from './initial-design.ts';

type Props = {
  /** Key of the unsaved draft. */
  draft: string;
  designJson: string;
  words: BadgeContent;
  close: () => void;
  onSave: (designJson: string, image: string) => void;
};
function createInitialDesign({ draft, designJson, words }: Props): Design {
  const read = readDesign(designJson);
  const known = readDesignDraft(draft)?.design ?? ('design' in read ? read.design : undefined);
  if (known) return known;
  const [first] = templates;
  return first ? createFromTemplate(first, words) : createEmptyDesign();
}

/** The designer for a new badge. The result goes into the form. */
export function DesignDialog(props: Props) {
  const { draft, words, close, onSave } = props;
  const [initial] = useState(() => createInitialDesign(props));
  const saving = useDesignSave<FinishedBadge>(() => createSaveState(initial), {
    send: async ({ design, image }) => {
      onSave(writeDesign(design), image);
      close();
      return '';
    },
    storeDraft: ({ current }) => saveDesignDraft(draft, current),
    deleteDraft: () => deleteDraft(draft),
  });
  return (
    <Modal.Root opened onClose={close} fullScreen closeOnEscape={false} lockScroll={false}>
      <Modal.Content aria-label={t('design')} className={classes.dialog}>
        <Designer
          initial={initial}
          words={words}
          saving={saving}
          head={
            <>
              <CloseButton aria-label={t('close')} onClick={close} />
              <h2>{t('design')}</h2>
              <span className="fine">{words.title}</span>
            </>
          }
        />
      </Modal.Content>
    </Modal.Root>
  );
}
