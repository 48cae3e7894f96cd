import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { selectedCredentials } from './my-collections.ts';
import { defineOperation, ownAccess } from './operation.ts';
import { line, prose } from './text.ts';

const tag = 'My credentials';

export const profileLimits = { handle: 30, name: 200, about: 2_000 } as const;

/** Names that visitors would take for the service itself. */
const reserved =
  'about abuse account accounts admin administrator api app apps assets badge badges billing blog ceo claim ' +
  'claims collection collections contact credential credentials dashboard docs everyone help home ' +
  'info insignia issuer issuers legal login logout mail me moderator my nobody null official operator ' +
  'people postmaster privacy profile root sales security service settings sign-in sign-up signin ' +
  'signup staff status support system team terms undefined user users verified verify webmaster www';
/** Words that a handle may not contain, also with digits in place of letters. */
const offensive = new Set(
  (
    'anal anus arsch arschloch ass asshole bastard bitch bullshit cabron cocksucker connard cunt dick ' +
    'encule faggot fick ficken fotze fuck fucker fucking heil hitler hure hurensohn kike kkk mierda ' +
    'motherfucker nazi nazis negro nigga nigger nutte paki pedo penis porn porno pussy puta putain pute ' +
    'puto rape rapist retard salope scheisse schlampe sex shit slut spast tits tranny vagina wanker ' +
    'whore wichser'
  ).split(' '),
);

const lookAlikes: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', i: 'l' },
};

/** Handles with the same skeleton look alike, so that only one of them can exist. */
export const foldHandle = (handle: string): string =>
  readLetters(handle).replaceAll('-', '').replaceAll('rn', 'm').replaceAll('vv', 'w');

const readLetters = (text: string): string =>
  text.replaceAll(/[0134578i]/g, (sign) => lookAlikes[sign] ?? sign);

const reservedForms = new Set(reserved.split(' ').map(foldHandle));

function isOffensive(handle: string): boolean {
  const unlike = (text: string) => text.replaceAll('i', 'l');
  const words = new Set([...offensive].map(unlike));
  const letters = readLetters(handle);
  return [...letters.split('-'), letters.replaceAll('-', '')].some((part) => words.has(part));
}

export const handle = line({ max: profileLimits.handle })
  .toLowerCase()
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'must have only the letters a to z, digits, and hyphens between them',
  )
  .min(3, 'must have at least 3 characters')
  .refine((text) => !reservedForms.has(foldHandle(text)), 'is reserved: choose another one')
  .refine((text) => !isOffensive(text), 'is not allowed: choose another one');

const profile = z
  .object({
    handle: z
      .string()
      .nullable()
      .meta({ description: 'Last part of the URL; null until you choose one' }),
    name: z.string().meta({ description: 'Name on the page' }),
    about: z.string().meta({ description: 'Text on the page' }),
    credentials: z.array(z.string()).meta({
      description: 'URLs of the credentials. Those that are no longer yours are missing',
    }),
    public: z.boolean().meta({ description: 'Whether the page exists' }),
    searchIndexing: z.boolean().meta({ description: 'Whether search engines may list the page' }),
    link: z.string().nullable().meta({ description: 'URL of the page; null if it isn’t public' }),
  })
  .meta({ id: 'Profile' });

const example = {
  ...{ handle: 'ada-lovelace', name: 'Ada Lovelace', about: 'I write programs.' },
  ...{ credentials: [exampleIds.award], public: true, searchIndexing: false },
  link: `${exampleIds.home}/people/ada-lovelace`,
};

const getProfile = defineOperation({
  id: 'getProfile',
  noun: 'my.profile',
  since: '1.0',
  method: 'GET',
  path: '/my/profile',
  access: ownAccess,
  tag,
  summary: 'Get your public profile',
  description: 'Empty and not public until you change it.',
  reply: profile,
  examples: { reply: example },
});

export const updateProfile = defineOperation({
  id: 'updateProfile',
  noun: 'my.updateProfile',
  audit: null,
  since: '1.0',
  method: 'PUT',
  path: '/my/profile',
  access: ownAccess,
  tag,
  summary: 'Change your public profile',
  description:
    'Absent fields stay as they are. `public` needs a handle and a name. A handle that looks like another one counts as taken, and so do reserved names. Search engines are asked to stay away unless you allow them.',
  body: z.object({
    handle: handle
      .optional()
      .meta({ description: '3 to 30 letters a to z, digits, and hyphens between them' }),
    name: line({ max: profileLimits.name }).optional().meta({ description: 'Name on the page' }),
    about: prose({ min: 0, max: profileLimits.about })
      .optional()
      .meta({
        description: `Text on the page. At most ${profileLimits.about} characters`,
      }),
    credentials: selectedCredentials
      .optional()
      .meta({ description: 'Your credentials in the order shown, at most 500' }),
    public: z.boolean().optional().meta({ description: 'Whether the page exists' }),
    searchIndexing: z
      .boolean()
      .optional()
      .meta({ description: 'Whether search engines may list the page' }),
  }),
  reply: profile,
  errors: ['handle_taken', 'credential_not_found'],
  examples: {
    body: { ...{ handle: example.handle, name: example.name, about: example.about, public: true } },
    reply: { ...example, credentials: [] },
  },
});

export const profileOperations = { getProfile, updateProfile } as const;
