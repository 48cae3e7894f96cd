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

/** A warning, in case someone else did it. */
export function secondFactorAddedEmail(name: string, resetUrl: string): EmailContent {
  return {
    subject: 'An authenticator app was added',
    before: [
      `Hello ${name},`,
      'From now on, your sign-in asks for a code of your authenticator app, or for a recovery code.',
    ],
    button: { label: 'Reset password', url: resetUrl },
    after: [
      'If it was you, you don’t need to do anything. Keep your recovery codes in a safe place.',
      'If it wasn’t you, reset your password now. Then ask the operator of this service to remove the app.',
    ],
  };
}

/** Only someone who passed the first step, or has a session, can enter codes. */
export function secondFactorLockedEmail(name: string, resetUrl: string): EmailContent {
  return {
    subject: 'Someone entered wrong codes',
    before: [
      `Hello ${name},`,
      'Someone who has your password, or a code that we emailed to you, entered five wrong codes of your authenticator app. Its codes aren’t accepted for 15 minutes.',
    ],
    button: { label: 'Reset password', url: resetUrl },
    after: [
      'If it was you, sign in with a recovery code or a passkey, or try again later.',
      'If it wasn’t you, reset your password now. You’ll be signed out everywhere.',
    ],
  };
}

/** A warning, in case someone else did it. */
export function secondFactorRemovedEmail(name: string, resetUrl: string): EmailContent {
  return {
    subject: 'Your authenticator app was removed',
    before: [
      `Hello ${name},`,
      'Your sign-in no longer asks for a code of your authenticator app. Your recovery codes don’t work anymore.',
    ],
    button: { label: 'Reset password', url: resetUrl },
    after: [
      'If it was you, you don’t need to do anything. Set up an authenticator app again in your settings.',
      'If it wasn’t you, reset your password now. You’ll be signed out everywhere.',
    ],
  };
}

/** A warning, in case someone else did it. */
export function passkeyAddedEmail(name: string, resetUrl: string): EmailContent {
  return {
    subject: 'A passkey was added',
    before: [`Hello ${name},`, 'A new passkey can sign you in, without a password or a code.'],
    button: { label: 'Reset password', url: resetUrl },
    after: [
      'If it was you, you don’t need to do anything. You can remove the passkey in your settings.',
      'If it wasn’t you, reset your password now. Then ask the operator of this service to remove the passkey.',
    ],
  };
}

/** A warning, in case someone else did it. */
export function passkeyRemovedEmail(name: string, resetUrl: string): EmailContent {
  return {
    subject: 'A passkey was removed',
    before: [`Hello ${name},`, 'One of your passkeys no longer signs you in.'],
    button: { label: 'Reset password', url: resetUrl },
    after: [
      'If it was you, you don’t need to do anything.',
      'If it wasn’t you, reset your password now. You’ll be signed out everywhere.',
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
