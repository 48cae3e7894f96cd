/** RFC 6797: browsers come back by https alone, for a year. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const;
