import type { Design, Template } from '@insignia/design';
import { searchTemplates } from '@insignia/design/templates/search';
import { Checkbox, TextInput } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { t } from '../../../messages/en/design.ts';
import { Dialog } from '../../../shared/confirm-dialog.tsx';
import classes from '../../../shared/designer/panel.module.css';
import { listPictures, loadPictures } from '../../../shared/designer/pictures.ts';
import type { DesignRenderer } from '../../../shared/designer/renderer.ts';
import { useRetryCount } from '../../../shared/use-retry-count.ts';
import { useBadgeDesigner } from './context.ts';
import { createFromTemplate } from './draw-design.ts';
import { renderToCanvas } from './render-picture.ts';

/** Templates with the badge's words, in the issuer's or another color. */
export function TemplateGallery({ close }: { close: () => void }) {
  const { change, drawer, words } = useBadgeDesigner();
  const [color, setColor] = useState(words.color);
  const [hasLogo, setHasLogo] = useState(true);
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search);
  const found = useMemo(() => searchTemplates(searched), [searched]);
  const createDesign = (template: Template, icon: string) =>
    createFromTemplate(template, { ...words, color, logo: hasLogo ? words.logo : undefined }, icon);
  return (
    <Dialog close={close} title={t('design.templates')} size="64rem">
      <div className="stack">
        <p className="fine">{t('design.templates.words')}</p>
        <TextInput
          type="search"
          label={t('search')}
          description={t('design.templates.search')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <label className={classes.colors}>
          {t('design.templates.color')}
          <input
            type="color"
            value={color}
            onChange={({ currentTarget }) => setColor(currentTarget.value)}
          />
        </label>
        {words.logo && (
          <Checkbox
            label={t('design.templates.logo')}
            checked={hasLogo}
            onChange={({ currentTarget }) => setHasLogo(currentTarget.checked)}
          />
        )}
        <p className="fine" role="status">
          {t('design.templates.found', { count: found.length })}
        </p>
        <ul className={classes.gallery}>
          {found.map(({ template, icon }) => (
            <li key={template.id}>
              <button
                type="button"
                className={classes.card}
                onClick={() => {
                  change(() => createDesign(template, icon), undefined, []);
                  close();
                }}
              >
                <Sample drawer={drawer} design={createDesign(template, icon)} />
                {template.name}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

const SAMPLE_SIZE = 160;
/** Device pixels per CSS pixel. */
const PIXEL_RATIO = 2;
/** Delay between retries. */
const RETRY_MS = 5_000;

function Sample({ drawer, design }: { drawer: DesignRenderer; design: Design }) {
  const [source, setSource] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const again = useRetryCount(isMissing, RETRY_MS);
  const key = JSON.stringify(design);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal designs look alike
  useEffect(() => {
    let isOver = false;
    Promise.all([drawer.draw(design), loadPictures(listPictures(design))]).then(
      ([drawing, pictures]) => {
        if (isOver) return;
        setSource(renderToCanvas(drawing, pictures, SAMPLE_SIZE * PIXEL_RATIO).toDataURL());
        setMissing(false);
      },
      () => !isOver && setMissing(true),
    );
    return () => {
      isOver = true;
    };
  }, [drawer, key, again]);
  return (
    <>
      <img src={source} alt="" width={SAMPLE_SIZE} height={SAMPLE_SIZE} />
      {isMissing && <span className="fine">{t('design.templates.away')}</span>}
    </>
  );
}
