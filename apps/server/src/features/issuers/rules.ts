import type { ErrorCode } from '@insignia/contract';

export type IssuerState = { verified: boolean; email: string };
export type IssuerChange = {
  name?: string | undefined;
  url?: string | undefined;
  email?: string | undefined;
  logo?: string | undefined;
  linkedinOrganizationId?: string | undefined;
};

/** In pixels. Smaller logos are illegible. */
export const MIN_BRAND_LOGO_SIZE = { width: 8, height: 8 };
/** The contract sets no minimum for an issuer's own logo. */
export const darkLogoRules = { keepFormat: true, mustShow: true, minimumSize: MIN_BRAND_LOGO_SIZE };
/** In pixels. Smaller signatures print as blocks. */
export const MIN_SIGNATURE_SIZE = { width: 80, height: 20 };
export const signatureRules = {
  keepFormat: true,
  mustShow: 'on-paper',
  minimumSize: MIN_SIGNATURE_SIZE,
} as const;

type UpdateDecision =
  | { refuse: ErrorCode }
  /** No change was requested. */
  | { keep: true }
  /** Only the logo and LinkedIn id of a verified issuer change. */
  | { edit: true; verify: 'stays' }
  /**
   * A new code is generated and emailed to the issuer, unless the address is the account owner's.
   */
  | { edit: true; verify: 'now' | 'mailed' };

/**
 * Effect of an update on the issuer's verification (interface specification §3.1; decisions,
 * "Verified issuer"). Addresses that prove the account's owner (`isOwn`) need no code.
 */
export function decideUpdate(
  issuer: IssuerState,
  change: IssuerChange,
  isOwn: (email: string) => boolean,
): UpdateDecision {
  const { logo, linkedinOrganizationId, ...core } = change;
  const hasChange = [logo, linkedinOrganizationId, ...Object.values(core)].some(
    (value) => value !== undefined,
  );
  if (!hasChange) return { keep: true };
  if (issuer.verified) {
    const changesCore = Object.values(core).some((value) => value !== undefined);
    return changesCore
      ? { refuse: 'verified_issuer_not_editable' }
      : { edit: true, verify: 'stays' };
  }
  return { edit: true, verify: isOwn(change.email ?? issuer.email) ? 'now' : 'mailed' };
}

type IssuerEdition = { name: string; url: string; email: string; logoCid: string | null };

/** False if issued credentials would show a difference. */
export const isSameEdition = (before: IssuerEdition, after: IssuerEdition): boolean =>
  before.name === after.name &&
  before.url === after.url &&
  before.email === after.email &&
  before.logoCid === after.logoCid;

/** Accepts a pasted link as well as the code. */
export function parseIssuerCode(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}
