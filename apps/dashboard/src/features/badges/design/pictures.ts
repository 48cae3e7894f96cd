import { createPathBuilder, getImage } from '@insignia/contract';
import type { Design } from '@insignia/design';
import type { Pictures } from '@insignia/design/canvas';
import { useEffect, useState } from 'react';
import { useRetryCount } from '../../../shared/use-retry-count.ts';

/** Same origin, so that the canvas stays readable. */
const pathOfPicture = createPathBuilder(getImage.path);

const loading = new Map<string, Promise<HTMLImageElement | undefined>>();

export function loadPicture(cid: string): Promise<HTMLImageElement | undefined> {
  const known = loading.get(cid);
  if (known !== undefined) return known;
  const picture = new Image();
  picture.src = pathOfPicture(cid);
  const decoding = picture.decode().then(
    () => picture,
    () => {
      loading.delete(cid);
      return undefined;
    },
  );
  loading.set(cid, decoding);
  return decoding;
}

function named({ layers }: Design): string[] {
  return [...new Set(layers.flatMap((layer) => (layer.type === 'picture' ? [layer.picture] : [])))];
}

/** All existing pictures of a design. */
export async function loadPictures(design: Design): Promise<Pictures> {
  const found = await Promise.all(
    named(design).map(async (cid) => [cid, await loadPicture(cid)] as const),
  );
  return new Map(found.flatMap(([cid, picture]) => (picture ? [[cid, picture]] : [])));
}

/** Pictures as they load, and the addresses of missing ones. */
export function usePictures(design: Design): {
  pictures: Pictures;
  lostPictures: readonly string[];
} {
  const [found, setFound] = useState<{ pictures: Pictures; lostPictures: string[] }>({
    pictures: new Map(),
    lostPictures: [],
  });
  // A missing picture and a failed request look alike.
  const again = useRetryCount(found.lostPictures.length > 0);
  const key = named(design).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the named pictures matter
  useEffect(() => {
    let isOver = false;
    void loadPictures(design).then((pictures) => {
      if (isOver) return;
      setFound({ pictures, lostPictures: named(design).filter((cid) => !pictures.has(cid)) });
    });
    return () => {
      isOver = true;
    };
  }, [key, again]);
  return found;
}
