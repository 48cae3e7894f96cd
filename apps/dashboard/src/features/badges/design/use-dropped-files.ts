import { useEffect } from 'react';
import { useDesigner } from './context.ts';
import { isCovered } from './is-covered.ts';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Accepts files dropped anywhere. The browser would open them instead of the page. */
export function useDroppedFiles(take: (files: readonly File[]) => unknown): void {
  const { stage } = useDesigner();
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (!isCovered(stage.current)) take([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [stage, take]);
}
