import type { Client } from '@insignia/sdk';

type Words = Omit<Parameters<Client['badges']['create']>[0], 'issuerId' | 'designJson'>;
export type Badge = Words & { template: string; accentColor: string; icon: string };

/** Badges of the sample university, each from a designer template. */
export const badges: readonly Badge[] = [
  {
    template: 'crest',
    accentColor: '#14514f',
    icon: 'anchor',
    name: 'Coastal Navigation',
    description: 'Plans and leads a passage along a coast, by day and by night.',
    criteria:
      '- Planned a three-day passage and led it\n- Passed the written examination in **tides and charts**\n- Brought a boat to its berth under sail',
    attributes: [
      { name: 'Vessel', type: 'text' },
      { name: 'Nautical miles', type: 'number' },
    ],
    validFor: 'P5Y',
    tags: ['Navigation', 'Seamanship'],
  },
  {
    template: 'hexagon',
    accentColor: '#3b3a8c',
    icon: 'chart-bar',
    name: 'Data Storytelling',
    description: 'Turns a table of numbers into a picture that others understand.',
    criteria:
      '1. Cleaned a data set of one’s own\n2. Drew three charts\n3. Told in five minutes what they mean',
  },
  {
    template: 'gold-seal',
    accentColor: '#8a1538',
    icon: 'microscope',
    name: 'Open Science Mentor',
    description: 'Led others through a project whose data and methods anyone can check.',
    criteria: 'Led **two** teams from the first question to a published data set.',
  },
  {
    template: 'sunburst',
    accentColor: '#7a3e12',
    icon: 'first-aid-kit',
    name: 'First Aid at Sea',
    description: 'Keeps a casualty alive until the lifeboat is there.',
    criteria: 'Sixteen hours of practice, renewed every two years.',
  },
  {
    template: 'night',
    accentColor: '#155e63',
    icon: 'telescope',
    name: 'Astronomy for Everyone',
    description: 'Finds their way in the night sky of both hemispheres.',
    criteria: 'Ten evenings of observation, each with a drawing.',
  },
];
