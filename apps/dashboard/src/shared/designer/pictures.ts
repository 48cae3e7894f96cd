import { createPathBuilder, getImage } from '@insignia/contract';
import type { Pictures } from '@insignia/design/canvas';
import type { EditableLayer } from '@insignia/design/edit';
import { useEffect, useState } from 'react';
import { useRetryCount } from '../use-retry-count.ts';

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

/** Content addresses of the pictures of a design. */
export function listPictures({ layers }: { layers: readonly EditableLayer[] }): string[] {
  return [
    ...new Set(layers.flatMap((layer) => ('picture' in layer ? [String(layer.picture)] : []))),
  ];
}

/** All existing pictures. */
export async function loadPictures(addresses: readonly string[]): Promise<Pictures> {
  const found = await Promise.all(
    addresses.map(async (cid) => [cid, await loadPicture(cid)] as const),
  );
  return new Map(found.flatMap(([cid, picture]) => (picture ? [[cid, picture]] : [])));
}

/** Pictures as they load, and the addresses of missing ones. */
export function usePictures(addresses: readonly string[]): {
  pictures: Pictures;
  lostPictures: readonly string[];
} {
  const [found, setFound] = useState<{ pictures: Pictures; lostPictures: string[] }>({
    pictures: new Map(),
    lostPictures: [],
  });
  // A missing picture and a failed request look alike.
  const again = useRetryCount(found.lostPictures.length > 0);
  const key = addresses.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the named pictures matter
  useEffect(() => {
    let isOver = false;
    void loadPictures(addresses).then((pictures) => {
      if (isOver) return;
      setFound({ pictures, lostPictures: addresses.filter((cid) => !pictures.has(cid)) });
    });
    return () => {
      isOver = true;
    };
  }, [key, again]);
  return found;
}
