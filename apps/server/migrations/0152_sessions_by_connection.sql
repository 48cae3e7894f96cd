-- outside a transaction
create index concurrently session_sso_connection on auth."session" ("ssoConnection") where "ssoConnection" is not null;
