import { Button } from '@mantine/core';
import { IconPencilPlus, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/en/badges.ts';
import { createLazyPart, PartLoadError } from '../../shared/lazy-part.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { useAction } from '../../shared/use-action.ts';
import { useUnmountedRef } from '../../shared/use-unmounted-ref.ts';
import classes from './details.module.css';
import type { BrandColorAndLogo } from './use-issuer-brand.ts';

const DesignDialog = createLazyPart(
  async () => (await import('./design/design-dialog.tsx')).DesignDialog,
);

type Props = {
  draft: string;
  designJson: string;
  content: BadgeContent;
  onCreated: OnDesignCreated;
};

/** Ways to a picture other than uploading one. */
export function DesignField({ draft, designJson, content, onCreated }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { act, isBusy, problem, ...template } = useTemplate(designJson, content, onCreated);
  const { isShown, isOld, isMissing } = template;
  const isUnnamed = content.title.trim() === '';
  const hint = isUnnamed ? 'badges.design.unnamed' : 'badges.design.hint';
  const next = isShown ? 'badges.template.next' : 'badges.template';
  return (
    <div className={classes.design}>
      <div className={classes.ways}>
        <Button
          variant="default"
          leftSection={<IconSparkles size={18} aria-hidden />}
          loading={isBusy}
          disabled={content.isLoading || isUnnamed}
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
        {t(isOld ? 'badges.template.outdated' : hint)}
      </p>
      <ProblemNotice problem={problem} />
      {isMissing && <PartLoadError />}
      {isOpen && !content.isLoading && (
        <DesignDialog
          draft={draft}
          designJson={designJson}
          words={content}
          onSave={onCreated}
          close={() => setOpen(false)}
        />
      )}
    </div>
  );
}

type BadgeContent = { title: string; issuer: string } & BrandColorAndLogo;
type OnDesignCreated = (designJson: string, image: string) => void;
type DrawnTemplate = { at: number; designJson: string; content: BadgeContent };

const isSame = (one: BadgeContent, other: BadgeContent): boolean =>
  one.title === other.title &&
  one.issuer === other.issuer &&
  one.color === other.color &&
  one.logo?.picture === other.logo?.picture;

/** Draws the next template with each click. The drawing code is loaded on the first. */
function useTemplate(designJson: string, content: BadgeContent, onCreated: OnDesignCreated) {
  const [drawn, setDrawn] = useState<DrawnTemplate>();
  const [isMissing, setMissing] = useState(false);
  const isUnmounted = useUnmountedRef();
  const isShown = drawn !== undefined && drawn.designJson === designJson;
  const isOld = isShown && !isSame(drawn.content, content);
  const drawing = useAction(async () => {
    const at = (drawn?.at ?? -1) + (isOld ? 0 : 1);
    const program = await import('./design/draw-design.ts').catch(() => undefined);
    if (!program) return setMissing(true);
    const { designJson: design, image } = await program.drawTemplate(at, content);
    // The form was closed meanwhile, so its draft must not be written again.
    if (isUnmounted.current) return;
    setDrawn({ at, designJson: design, content });
    onCreated(design, image);
  });
  return { ...drawing, isShown, isOld, isMissing };
}
