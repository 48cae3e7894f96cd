/** Metric name. */
export const issuedTotal = 'insignia_credentials_issued_total';
export const revokedTotal = 'insignia_credentials_revoked_total';
