import type { Design, Logo } from '@insignia/design';
import { createContext, useContext } from 'react';
import { type DesignerContextValue, useDesigner } from '../../../shared/designer/context.ts';
import type { DesignRenderer } from '../../../shared/designer/renderer.ts';

/** Initial words for templates. */
export type BadgeContent = {
  title: string;
  issuer: string;
  /** Accent color of the issuer's brand. */
  color: string;
  logo?: Logo | undefined;
};
type BadgeTools = { drawer: DesignRenderer; words: BadgeContent };
export type BadgeDesigner = DesignerContextValue<Design> & BadgeTools;

export const BadgeToolsContext = createContext<BadgeTools | undefined>(undefined);

export function useBadgeDesigner(): BadgeDesigner {
  const tools = useContext(BadgeToolsContext);
  if (!tools) throw new Error('outside of a badge designer');
  return { ...useDesigner<Design>(), ...tools };
}
