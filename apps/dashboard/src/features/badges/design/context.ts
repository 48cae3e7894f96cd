import type { Design, Layer, Logo } from '@insignia/design';
import { layersOf } from '@insignia/design/edit';
import { createContext, type RefObject, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { randomId } from '../../../shared/random-id.ts';
import type { Drawer } from './drawer.ts';
import type { DesignStore } from './editing.ts';

/** What templates are filled with until they are changed. */
export type Words = {
  title: string;
  issuer: string;
  /** The accent colour of the issuer’s brand. */
  color: string;
  logo?: Logo | undefined;
};
export type Designer = DesignStore & {
  drawer: Drawer;
  words: Words;
  /** Of the text that is chosen, where it is written. */
  textField: RefObject<HTMLTextAreaElement | null>;
  /** What hears the keys that move what is chosen. */
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

/** Ids of the layers that are chosen. */
export function useSelected(): readonly string[] {
  return useStore(useDesigner().store, ({ selected }) => selected);
}

/** The layers that are chosen, from the lowest up. */
export function useChosen(): Layer[] {
  return useStore(
    useDesigner().store,
    useShallow(({ design, selected }) => layersOf(design, selected)),
  );
}

/** Names of layers and groups: short, since a document has many. */
export function newId(): string {
  return randomId().slice(0, 8) + randomId().slice(0, 4);
}
