import { Button } from '@mantine/core';
import { IconPencilPlus, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { createLazyPart, PartLoadError } from '../../shared/lazy-part.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import classes from './details.module.css';
import { t } from './t.ts';
import { type TemplateBadgeContent, useTemplate } from './use-template.ts';

const DesignDialog = createLazyPart(
  async () => (await import('./design/design-dialog.tsx')).DesignDialog,
);

type Props = {
  draft: string;
  designJson: string;
  words: TemplateBadgeContent;
  made: (designJson: string, image: string) => void;
};

/** Ways to a picture other than uploading one. */
export function DesignField(props: Props) {
  const { designJson, words, made } = props;
  const [isOpen, setOpen] = useState(false);
  const { act, isBusy, problem, ...template } = useTemplate(designJson, words, made);
  const { isShown, isOld, isMissing } = template;
  const next = isShown ? 'badges.template.next' : 'badges.template';
  return (
    <div className={classes.design}>
      <div className={classes.ways}>
        <Button
          variant="default"
          leftSection={<IconSparkles size={18} aria-hidden />}
          loading={isBusy}
          disabled={words.isLoading || words.title.trim() === ''}
          onClick={() => void act()}
        >
          {t(isOld ? 'badges.template.redraw' : next)}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPencilPlus size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('badges.design')}
        </Button>
      </div>
      <p className="fine" aria-live="polite">
        {t(isOld ? 'badges.template.outdated' : 'badges.design.hint')}
      </p>
      <ProblemNotice problem={problem} />
      {isMissing && <PartLoadError />}
      {isOpen && !words.isLoading && <DesignDialog {...props} close={() => setOpen(false)} />}
    </div>
  );
}
