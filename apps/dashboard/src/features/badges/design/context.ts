import type { Design, Layer, Logo } from '@insignia/design';
import { layersOf } from '@insignia/design/edit';
import { createContext, type RefObject, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { randomId } from '../../../shared/random-id.ts';
import type { Drawer } from './drawer.ts';
import type { DesignStore } from './editing.ts';

/** Initial words for templates. */
export type Words = {
  title: string;
  issuer: string;
  /** Accent color of the issuer's brand. */
  color: string;
  logo?: Logo | undefined;
};
export type Designer = DesignStore & {
  drawer: Drawer;
  words: Words;
  /** Text field of the selected text. */
  textField: RefObject<HTMLTextAreaElement | null>;
  /** Receives the arrow keys. */
  stage: RefObject<HTMLDivElement | null>;
};

export const DesignerContext = createContext<Designer | undefined>(undefined);

export function useDesigner(): Designer {
  const designer = useContext(DesignerContext);
  if (!designer) throw new Error('outside of a designer');
  return designer;
}

export function useDesign(): Design {
  return useStore(useDesigner().store, ({ design }) => design);
}

/** Ids of the selected layers. */
export function useSelected(): readonly string[] {
  return useStore(useDesigner().store, ({ selected }) => selected);
}

/** The selected layers, bottom first. */
export function useChosen(): Layer[] {
  return useStore(
    useDesigner().store,
    useShallow(({ design, selected }) => layersOf(design, selected)),
  );
}

/** Short ids, because a document has many. */
export function newId(): string {
  return randomId().slice(0, 8) + randomId().slice(0, 4);
}
