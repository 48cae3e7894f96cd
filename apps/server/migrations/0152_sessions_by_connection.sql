-- outside a transaction
create index concurrently "session_ssoConnection_idx" on auth."session" ("ssoConnection") where "ssoConnection" is not null;
