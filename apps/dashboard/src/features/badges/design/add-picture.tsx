import { newPicture } from '@insignia/design/edit';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type ChangeEvent, useCallback, useEffect, useState } from 'react';
import { useHere } from '../../../shared/account.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import { newId, useDesign, useDesigner } from './context.ts';
import classes from './panel.module.css';
import { readPicture } from './picture-file.ts';
import { t } from './t.ts';
import { useActs } from './use-acts.ts';

/** A file that is sent and becomes a layer. */
export function AddPicture() {
  const { api } = useHere();
  const { store } = useDesigner();
  const { add } = useActs();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  const design = useDesign();
  const forget = useCallback(() => {
    setFault(undefined);
    setProblem(undefined);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes on with something else has read it
  useEffect(forget, [design]);
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // The same file may be chosen again.
    currentTarget.value = '';
    if (!file || isBusy) return;
    setBusy(true);
    forget();
    try {
      const read = await readPicture(file);
      if ('fault' in read) return setFault(read.fault);
      const { picture, width, height } = await api.designs.addPicture(read);
      const own = { id: newId(), name: file.name.replace(/\.\w+$/, '').slice(0, 100) };
      add([newPicture(store.getState().design, own, picture, { width, height })]);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <label className={classes.plain} data-busy={isBusy || undefined}>
        <IconPhotoPlus size={17} stroke={1.6} aria-hidden />
        {isBusy ? t('design.picture.sending') : t('design.addPicture')}
        <input
          type="file"
          accept="image/png,image/jpeg,image/svg+xml"
          aria-label={t('design.addPicture')}
          className={classes.file}
          onChange={(event) => void choose(event)}
        />
      </label>
      <div className={classes.faults}>
        {fault && <Notice tone="bad">{fault}</Notice>}
        <ProblemNotice problem={problem} />
      </div>
    </>
  );
}
