import { mixColors } from '@insignia/tokens/color';
import type { Paint } from '../paint.ts';

export const solid = (color: string): Paint => ({ type: 'color', color });

export function verticalGradient(from: string, to: string): Paint {
  return {
    type: 'linear',
    angle: 90,
    stops: [
      { at: 0, color: from },
      { at: 1, color: to },
    ],
  };
}

export function radialGradient(inside: string, outside: string): Paint {
  return {
    type: 'radial',
    stops: [
      { at: 0, color: inside },
      { at: 1, color: outside },
    ],
  };
}

/** Gradient that looks like polished metal. */
export function metallicGradient(color: string): Paint {
  const [light, dark] = [mixColors(color, '#ffffff', 0.55), mixColors(color, '#1a1200', 0.25)];
  return {
    type: 'linear',
    angle: 50,
    stops: [
      { at: 0, color: dark },
      { at: 0.28, color: light },
      { at: 0.5, color },
      { at: 0.74, color: light },
      { at: 1, color: dark },
    ],
  };
}
