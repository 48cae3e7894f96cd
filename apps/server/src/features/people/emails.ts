import type { EmailContent, MailKind } from '../../platform/mail/index.ts';

/** Goes to a user and belongs to no account. */
export const accountMailKind: MailKind = { name: 'account', isAwaited: true };

/** Omits the name: the person who typed it may not be the reader. */
export function confirmationEmail(url: string): EmailContent {
  return {
    subject: 'Confirm your e-mail address',
    before: [
      'Hello,',
      'please confirm your e-mail address to activate your account. You will be asked for the password that you chose.',
    ],
    button: { label: 'Confirm e-mail address', url },
    after: [
      'The link expires in 24 hours.',
      'If you did not sign up, you can ignore this e-mail: nothing happens without the password.',
    ],
  };
}

export function alreadyRegisteredEmail(signInUrl: string): EmailContent {
  return {
    subject: 'You already have an account',
    before: [
      'Someone, probably you, tried to sign up with this e-mail address, which already has an account. Sign in, or reset your password if you have forgotten it.',
    ],
    button: { label: 'Sign in', url: signInUrl },
    after: ['If it was not you, you can ignore this e-mail: nothing has changed.'],
  };
}

export function passwordResetEmail(name: string, url: string): EmailContent {
  return {
    subject: 'Reset your password',
    before: [
      `Hello ${name},`,
      'use this link to choose a new password. You will be signed out everywhere else.',
    ],
    button: { label: 'Reset password', url },
    after: [
      'The link works once and expires in one hour.',
      'If you did not request this, you can ignore this e-mail: your password stays the same.',
    ],
  };
}

/** For users whose account the operator created. */
export function welcomeEmail(name: string, baseUrl: string, url: string): EmailContent {
  return {
    subject: 'Your account is ready',
    before: [
      `Hello ${name},`,
      `an account has been made for you at ${baseUrl}. Choose a password to sign in with this e-mail address.`,
    ],
    button: { label: 'Choose a password', url },
    after: [
      'The link works once and expires in 7 days. After that, ask for a new one under “Forgot password?”.',
      'If you did not expect this, you can ignore this e-mail.',
    ],
  };
}

export function notInvitedEmail(baseUrl: string): EmailContent {
  return {
    subject: 'Sign-up is by invitation only',
    before: [
      `Someone, probably you, tried to sign up with this e-mail address at ${baseUrl}. Sign-up is by invitation only, and there is no invitation for this address.`,
      'Ask your team to invite exactly this address, then sign up again.',
    ],
    after: ['If it was not you, you can ignore this e-mail: nothing has changed.'],
  };
}
