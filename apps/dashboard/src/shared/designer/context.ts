import {
  type Box,
  changeLayers,
  type EditableLayer,
  findLayers,
  type LayerDocument,
  type LayerIn,
} from '@insignia/design/edit';
import { createContext, createElement, type ReactNode, type RefObject, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { randomId } from '../random-id.ts';
import type { DesignStore } from './design-state.ts';

/** Differences between kinds of designs. */
export type DesignerSettings<D extends LayerDocument = LayerDocument> = {
  /** Accent color of the issuer's brand. */
  color: string;
  listColors: (design: D) => string[];
  /** Name in the list of layers. */
  nameLayer: (layer: LayerIn<D>) => string;
  /** Boxes to whose edges layers snap, besides the page and other layers. */
  listFrames?: (design: D) => Box[];
  /** Layers copied in this browser. */
  clipboard: {
    write: (layers: readonly LayerIn<D>[]) => string;
    /** Empty if the text isn't ours. */
    read: (text: string) => readonly LayerIn<D>[];
    key: string;
  };
  unit: {
    /** Pixels per unit at 100 %. */
    pixels: number;
    /** Distance of a copy from its original. */
    aside: number;
    /** Smallest side that the handles allow. */
    smallest: number;
    /** Smallest side that the fields allow. */
    minSide: number;
    maxStroke: number;
    fontSize: { min: number; max: number };
    /** Heading of the fields of position and size, if it names the unit. */
    title?: string;
  };
};

export type DesignerContextValue<D extends LayerDocument = LayerDocument> = DesignStore<D> &
  DesignerSettings<D> & {
    /** Text field of the selected text. */
    textField: RefObject<HTMLTextAreaElement | null>;
    /** Receives the arrow keys. */
    stage: RefObject<HTMLDivElement | null>;
  };

const DesignerContext = createContext<DesignerContextValue | undefined>(undefined);

/** Shared parts work with any kind of design, and the parts of a kind with that kind. */
export function DesignerProvider<D extends LayerDocument>({
  value,
  children,
}: {
  value: DesignerContextValue<D>;
  children: ReactNode;
}) {
  return createElement(
    DesignerContext,
    { value: value as unknown as DesignerContextValue },
    children,
  );
}

export function useDesigner<D extends LayerDocument = LayerDocument>(): DesignerContextValue<D> {
  const designer = useContext(DesignerContext);
  if (!designer) throw new Error('outside of a designer');
  return designer as unknown as DesignerContextValue<D>;
}

export function useDesign<D extends LayerDocument = LayerDocument>(): D {
  return useStore(useDesigner<D>().store, ({ design }) => design);
}

export function useSelectedIds(): readonly string[] {
  return useStore(useDesigner().store, ({ selected }) => selected);
}

/** The selected layers, bottom first. */
export function useSelectedLayers<D extends LayerDocument = LayerDocument>(): LayerIn<D>[] {
  return useStore(
    useDesigner<D>().store,
    useShallow(({ design, selected }) => findLayers(design, selected)),
  );
}

/** Short ids, because a document has many. */
export function createLayerId(): string {
  return randomId().slice(0, 8) + randomId().slice(0, 4);
}

/** Members of layers to change. */
type LayerPatch<L> = L extends unknown ? Partial<L> : never;
type EditLayers<L> = (patch: LayerPatch<L>, within?: string) => void;

/** Changes the given layers alike. */
export function useEdit<L extends EditableLayer>(layers: readonly L[]): EditLayers<L> {
  const { change } = useDesigner();
  const ids = layers.map(({ id }) => id);
  return (patch, within) =>
    change(
      (design) => changeLayers(design, ids, (layer) => ({ ...layer, ...(patch as object) })),
      within && `${within} ${ids.join(' ')}`,
    );
}
