import type { EmailContent, MailKind } from '../../platform/mail/index.ts';

/** Emails to users belong to no account. */
export const accountMailKind: MailKind = { name: 'account', queue: 'awaited' };

/** Omits the name: the person who typed it may not be the reader. */
export function confirmationEmail(url: string): EmailContent {
  return {
    subject: 'Confirm your email address',
    before: [
      'Hello,',
      'Confirm your email address to activate your account. You’ll need the password you chose.',
    ],
    button: { label: 'Confirm email address', url },
    after: [
      'The link expires in 24 hours.',
      'If you didn’t sign up, ignore this email. The account isn’t activated without the password.',
    ],
  };
}

export function alreadyRegisteredEmail(signInUrl: string): EmailContent {
  return {
    subject: 'You already have an account',
    before: [
      'Someone, probably you, tried to sign up with this email address. You already have an account. Sign in, or reset your password if you’ve forgotten it.',
    ],
    button: { label: 'Sign in', url: signInUrl },
    after: ['If it wasn’t you, ignore this email. Nothing has changed.'],
  };
}

export function passwordResetEmail(name: string, url: string): EmailContent {
  return {
    subject: 'Reset your password',
    before: [
      `Hello ${name},`,
      'Use this link to choose a new password. You’ll be signed out everywhere.',
    ],
    button: { label: 'Reset password', url },
    after: [
      'The link works once and expires in 1 hour.',
      'If you didn’t request this, ignore this email. Your password won’t change.',
    ],
  };
}

/** For users whose account the operator created. */
export function welcomeEmail(name: string, baseUrl: string, url: string): EmailContent {
  return {
    subject: 'Your account is ready',
    before: [
      `Hello ${name},`,
      `You have a new account at ${baseUrl}. Choose a password to sign in with this email address.`,
    ],
    button: { label: 'Choose a password', url },
    after: [
      'The link works once and expires in 7 days. After that, request a new one with “Forgot your password?” on the sign-in page.',
      'If you didn’t expect this, ignore this email.',
    ],
  };
}

export function notInvitedEmail(baseUrl: string): EmailContent {
  return {
    subject: 'Sign-up is by invitation only',
    before: [
      `Someone, probably you, tried to sign up with this email address at ${baseUrl}. Sign-up is by invitation only, and this address has no invitation.`,
      'Ask your team to invite this exact address, then sign up again.',
    ],
    after: ['If it wasn’t you, ignore this email. Nothing has changed.'],
  };
}
