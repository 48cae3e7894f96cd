import { createPicture } from '@insignia/design/edit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../shared/account.ts';
import { createLayerId, useDesign, useDesigner } from './context.ts';
import { prepareDesignPicture } from './picture-file.ts';
import { useLayerActions } from './use-layer-actions.ts';

/** Uploads files one after another as layers. Stops at the first failure. */
export function useAddPictures() {
  const { api } = useAccount();
  const { store } = useDesigner();
  const { add } = useLayerActions();
  const [isBusy, setBusy] = useState(false);
  const isAtWork = useRef(false);
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  const design = useDesign();
  const forget = useCallback(() => {
    setFault(undefined);
    setProblem(undefined);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: any further change shows that the message was read
  useEffect(forget, [design]);
  const addOne = useCallback(
    async (file: File) => {
      const read = await prepareDesignPicture(file);
      if ('fault' in read) return read.fault;
      const { picture, width, height } = await api.designs.addPicture(read);
      const own = { id: createLayerId(), name: file.name.replace(/\.\w+$/, '').slice(0, 100) };
      add([createPicture(store.getState().design, own, picture, { width, height })]);
      return undefined;
    },
    [api, add, store],
  );
  const addPictures = useCallback(
    async (files: readonly File[]) => {
      if (files.length === 0 || isAtWork.current) return;
      isAtWork.current = true;
      setBusy(true);
      forget();
      try {
        for (const file of files) {
          const found = await addOne(file);
          if (found) return setFault(found);
        }
      } catch (error) {
        setProblem(error);
      } finally {
        isAtWork.current = false;
        setBusy(false);
      }
    },
    [addOne, forget],
  );
  return { isBusy, fault, problem, addPictures };
}
