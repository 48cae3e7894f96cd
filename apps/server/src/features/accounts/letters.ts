import type { Letter } from '../../platform/mail/index.ts';

/** Without the name: whoever typed it may not be who reads this. */
export function confirmLetter(url: string): Letter {
  return {
    subject: 'Confirm your e-mail address',
    before: [
      'Hello,',
      'one step is left: open this page and type the password that you chose, and your account is ready.',
    ],
    button: { label: 'Confirm my address', url },
    after: [
      'The link works for 24 hours.',
      'You did not sign up? Then ignore this mail: nothing happens without the password.',
    ],
  };
}

export function alreadyRegisteredLetter(signInUrl: string): Letter {
  return {
    subject: 'You already have an account',
    before: [
      'Somebody, most likely you, tried to sign up with this address. It already has an account: sign in with it, or ask for a new password on the same page.',
    ],
    button: { label: 'Sign in', url: signInUrl },
    after: ['It was not you? Then ignore this mail: nothing has changed.'],
  };
}

export function resetLetter(name: string, url: string): Letter {
  return {
    subject: 'Choose a new password',
    before: [
      `Hello ${name},`,
      'here is the page to choose a new password for your account. All other sign-ins end when you do.',
    ],
    button: { label: 'Choose a new password', url },
    after: [
      'The link works once, for one hour.',
      'You did not ask for it? Then ignore this mail: your password stays as it is.',
    ],
  };
}

export function notInvitedLetter(baseUrl: string): Letter {
  return {
    subject: 'Sign-up needs an invitation',
    before: [
      `Somebody, most likely you, tried to sign up with this address at ${baseUrl}. This service takes new people by invitation only, and there is none for this address.`,
      'Ask a team that works here to invite exactly this address, then sign up again.',
    ],
    after: ['It was not you? Then ignore this mail: nothing has changed.'],
  };
}
