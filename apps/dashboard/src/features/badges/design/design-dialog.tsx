import { type Design, readDesign, templates, writeDesign } from '@insignia/design';
import { emptyDesign } from '@insignia/design/edit';
import { CloseButton, Modal } from '@mantine/core';
import { useCallback, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../../shared/draft.ts';
import type { Words } from './context.ts';
import { Designer, type Made } from './designer.tsx';
import { fromTemplate } from './from-template.ts';
import { t } from './t.ts';
import classes from './whole.module.css';

type Props = {
  /** Key of the unsaved draft. */
  draft: string;
  designJson: string;
  words: Words;
  close: () => void;
  made: (designJson: string, image: string) => void;
};
type DesignDraft = { designJson: string };

function begin({ draft, designJson, words }: Props): Design {
  const kept = readDraft<DesignDraft>(draft, { designJson: '' })?.values.designJson;
  for (const text of [kept, designJson]) {
    const read = readDesign(text ?? '');
    if ('design' in read) return read.design;
  }
  const [first] = templates;
  return first ? fromTemplate(first, words) : emptyDesign();
}

/** The designer for a new badge. The result goes into the form. */
export function DesignDialog(props: Props) {
  const { draft, words, close, made } = props;
  const [initial] = useState(() => begin(props));
  const [isDirty, setDirty] = useState(false);
  const changed = useCallback(
    (design: Design) => {
      setDirty(design !== initial);
      keepDraft<DesignDraft>(draft, { values: { designJson: JSON.stringify(design) }, key: draft });
    },
    [draft, initial],
  );
  const save = async ({ design, image }: Made) => {
    dropDraft(draft);
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
