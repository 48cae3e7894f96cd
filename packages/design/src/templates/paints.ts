import { mixed } from '@insignia/tokens/color';
import type { Paint } from '../paint.ts';

export const plain = (color: string): Paint => ({ type: 'color', color });

export function down(from: string, to: string): Paint {
  return {
    type: 'linear',
    angle: 90,
    stops: [
      { at: 0, color: from },
      { at: 1, color: to },
    ],
  };
}

export function glow(inside: string, outside: string): Paint {
  return {
    type: 'radial',
    stops: [
      { at: 0, color: inside },
      { at: 1, color: outside },
    ],
  };
}

/** Gradient that looks like polished metal. */
export function metal(color: string): Paint {
  const [light, dark] = [mixed(color, '#ffffff', 0.55), mixed(color, '#1a1200', 0.25)];
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
