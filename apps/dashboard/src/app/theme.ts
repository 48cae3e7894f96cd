import { createTheme, type VariantColorsResolver } from '@mantine/core';
import { createObservable } from '../shared/observable.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'insignia.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

const stored = localStorage.getItem(storageKey);
const chosenTheme = createObservable<Theme>(themes.find((theme) => theme === stored) ?? 'system');
const activeTheme = createObservable<'light' | 'dark'>('light');

function show(): void {
  const theme = chosenTheme.get();
  activeTheme.set(theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme);
  document.documentElement.dataset.theme = activeTheme.get();
}

export function startTheme(): void {
  dark.addEventListener('change', show);
  show();
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  chosenTheme.set(theme);
  show();
}

export const useChosenTheme = chosenTheme.use;
export const useActiveTheme = activeTheme.use;

const variants: VariantColorsResolver = ({ variant }) => {
  const hover = 'var(--hover)';
  if (variant === 'default')
    return {
      background: 'var(--sheet)',
      hover,
      color: 'var(--ink)',
      border: '1px solid var(--line-strong)',
    };
  if (variant === 'subtle')
    return { background: 'transparent', hover, color: 'var(--accent)', border: '0' };
  return {
    background: 'var(--accent)',
    hover: 'var(--accent-hover)',
    color: 'var(--accent-ink)',
    border: '0',
  };
};

const motion = { duration: 120 };

/** Behavior of library components. Their look is in `look.css`. */
export const mantineTheme = createTheme({
  respectReducedMotion: true,
  variantColorResolver: variants,
  components: {
    Button: { defaultProps: { variant: 'filled' } },
    // Mantine's placeholder has a role that menus may not contain. Without it, the first item gets the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        transitionProps: motion,
        // A stray click outside must not lose input.
        closeOnClickOutside: false,
      },
    },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: motion } },
    Select: { defaultProps: { comboboxProps: { transitionProps: { duration: 0 } } } },
  },
});
