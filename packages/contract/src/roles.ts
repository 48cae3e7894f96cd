export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];
export const scopes = ['read', 'write'] as const;
export type Scope = (typeof scopes)[number];
