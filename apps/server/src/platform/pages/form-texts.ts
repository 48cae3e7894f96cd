import type { ErrorCode } from '@insignia/contract';

/** Errors of our forms in words for people. Each text says what to do. */
const problemTexts: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Check the fields below.',
  invalid_credentials: 'Wrong email address or password. Try again, or reset your password.',
  email_not_confirmed: 'Confirm your email address first. Open the link in the email we sent you.',
  sign_up_closed: 'Sign-up is closed on this service. Ask its operator for an account.',
  invalid_link_or_password:
    'The link or the password isn’t valid. Check your password, or sign up again for a new link.',
  invalid_reset_link: 'This link isn’t valid or has expired. Request a new one.',
  invitation_not_found:
    'This invitation was accepted or canceled. Ask the person who invited you for a new one.',
  email_does_not_match: 'This invitation is for another email address. Sign in with that address.',
  already_member: 'You’re already a member of this account. Go to the dashboard.',
  unauthorized: 'You’re signed out. Sign in to continue.',
  origin_mismatch: 'This page was opened from another address. Reload it and try again.',
  too_many_requests: 'Too many attempts. Wait a moment and try again.',
  busy: 'The service is busy. Try again in a moment.',
  database_unavailable: 'The service can’t reach its database. Try again in a moment.',
  storage_full: 'The service has no storage left. Ask its operator, then try again.',
};

export function describeProblem(code: ErrorCode): string {
  return problemTexts[code] ?? 'Something went wrong. Reload the page and try again.';
}

const fieldTexts: readonly (readonly [RegExp, string])[] = [
  [/is required|must not be empty/, 'This field is required.'],
  [/at least (\d+) characters/, 'Use at least $1 characters.'],
  [/at most (\d+) characters/, 'Use at most $1 characters.'],
  [/e-?mail address/, 'Enter a valid email address, for example ada@example.org.'],
  [/control characters/, 'Remove line breaks and other control characters.'],
  [/Unicode/, 'Remove the characters that can’t be displayed.'],
];

/** Translates a message of the contract about one field. */
export function describeFieldError(message: string): string {
  for (const [pattern, text] of fieldTexts) {
    const found = pattern.exec(message);
    if (found) return text.replace('$1', found[1] ?? '');
  }
  return 'Check this value.';
}
