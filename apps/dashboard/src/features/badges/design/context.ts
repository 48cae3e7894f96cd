import type { Design, Layer, Logo } from '@insignia/design';
import { findLayers } from '@insignia/design/edit';
import { createContext, type RefObject, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { randomId } from '../../../shared/random-id.ts';
import type { DesignStore } from './design-state.ts';
import type { DesignRenderer } from './renderer.ts';

/** Initial words for templates. */
export type BadgeContent = {
  title: string;
  issuer: string;
  /** Accent color of the issuer's brand. */
  color: string;
  logo?: Logo | undefined;
};
export type DesignerContextValue = DesignStore & {
  drawer: DesignRenderer;
  words: BadgeContent;
  /** Text field of the selected text. */
  textField: RefObject<HTMLTextAreaElement | null>;
  /** Receives the arrow keys. */
  stage: RefObject<HTMLDivElement | null>;
};

export const DesignerContext = createContext<DesignerContextValue | undefined>(undefined);

export function useDesigner(): DesignerContextValue {
  const designer = useContext(DesignerContext);
  if (!designer) throw new Error('outside of a designer');
  return designer;
}

export function useDesign(): Design {
  return useStore(useDesigner().store, ({ design }) => design);
}

/** Ids of the selected layers. */
export function useSelectedIds(): readonly string[] {
  return useStore(useDesigner().store, ({ selected }) => selected);
}

/** The selected layers, bottom first. */
export function useSelectedLayers(): Layer[] {
  return useStore(
    useDesigner().store,
    useShallow(({ design, selected }) => findLayers(design, selected)),
  );
}

/** Short ids, because a document has many. */
export function createLayerId(): string {
  return randomId().slice(0, 8) + randomId().slice(0, 4);
}
