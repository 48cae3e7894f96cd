-- outside a transaction
create index concurrently session_sso_created_at on auth."session" ("createdAt") where "ssoConnection" is not null;
