/** Signed credentials refer to these pictures. */
export const badgeVersionImages = { table: 'badge_versions', column: 'image_cid', of: 'badge_id' };
export const signedLogos = { table: 'signed_credentials', column: 'logo_cid', of: 'credential_id' };
