/** Pictures that signed credentials name stay. */
export const badgeVersionImages = { table: 'badge_versions', column: 'image_cid' };
export const signedLogos = { table: 'signed_credentials', column: 'logo_cid' };
