import { type Design, readDesign, templates, writeDesign } from '@insignia/design';
import { createEmptyDesign } from '@insignia/design/edit';
import { CloseButton, Modal } from '@mantine/core';
import { useCallback, useState } from 'react';
import { deleteDraft, readDraft, saveDraft } from '../../../shared/draft.ts';
import type { BadgeContent } from './context.ts';
import { createFromTemplate } from './create-from-template.ts';
import { Designer, type FinishedDesign } from './designer.tsx';
import { t } from './t.ts';
import classes from './whole.module.css';

type Props = {
  /** Key of the unsaved draft. */
  draft: string;
  designJson: string;
  words: BadgeContent;
  close: () => void;
  made: (designJson: string, image: string) => void;
};
type DesignDraft = { designJson: string };

function createInitialDesignDraft({ draft, designJson, words }: Props): Design {
  const kept = readDraft<DesignDraft>(draft, { designJson: '' })?.values.designJson;
  for (const text of [kept, designJson]) {
    const read = readDesign(text ?? '');
    if ('design' in read) return read.design;
  }
  const [first] = templates;
  return first ? createFromTemplate(first, words) : createEmptyDesign();
}

/** The designer for a new badge. The result goes into the form. */
export function DesignDialog(props: Props) {
  const { draft, words, close, made } = props;
  const [initial] = useState(() => createInitialDesignDraft(props));
  const [isDirty, setDirty] = useState(false);
  const changed = useCallback(
    (design: Design) => {
      setDirty(design !== initial);
      saveDraft<DesignDraft>(draft, { values: { designJson: JSON.stringify(design) }, key: draft });
    },
    [draft, initial],
  );
  const save = async ({ design, image }: FinishedDesign) => {
    deleteDraft(draft);
    made(writeDesign(design), image);
    close();
  };
  return (
    <Modal.Root opened onClose={close} fullScreen closeOnEscape={false} lockScroll={false}>
      <Modal.Content aria-label={t('design')} className={classes.dialog}>
        <Designer
          initial={initial}
          words={words}
          isDirty={isDirty}
          changed={changed}
          save={save}
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
