import { Button } from '@mantine/core';
import { IconPencilPlus, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { createLazyPart, PartLoadError } from '../../shared/lazy-part.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { useAction } from '../../shared/use-action.ts';
import { useUnmountedRef } from '../../shared/use-unmounted-ref.ts';
import classes from './details.module.css';
import { t } from './t.ts';
import type { BrandColorAndLogo } from './use-issuer-brand.ts';

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

type TemplateBadgeContent = { title: string; issuer: string } & BrandColorAndLogo;
type OnDesignCreated = (designJson: string, image: string) => void;
type DrawnTemplate = { at: number; designJson: string; words: TemplateBadgeContent };

const isSame = (one: TemplateBadgeContent, other: TemplateBadgeContent): boolean =>
  one.title === other.title &&
  one.issuer === other.issuer &&
  one.color === other.color &&
  one.logo?.picture === other.logo?.picture;

/** Renders the next template with each click. Loaded lazily. */
function useTemplate(designJson: string, words: TemplateBadgeContent, made: OnDesignCreated) {
  const [drawn, setDrawn] = useState<DrawnTemplate>();
  const [isMissing, setMissing] = useState(false);
  const isLeft = useUnmountedRef();
  const isShown = drawn !== undefined && drawn.designJson === designJson;
  const isOld = isShown && !isSame(drawn.words, words);
  const drawing = useAction(async () => {
    const at = (drawn?.at ?? -1) + (isOld ? 0 : 1);
    const program = await import('./design/draw-design.ts').catch(() => undefined);
    if (!program) return setMissing(true);
    const { designJson: design, image } = await program.drawTemplate(at, words);
    // The form was left, so no draft is kept.
    if (isLeft.current) return;
    setDrawn({ at, designJson: design, words });
    made(design, image);
  });
  return { ...drawing, isShown, isOld, isMissing };
}
