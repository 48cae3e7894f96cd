-- outside a transaction
create index concurrently session_passkey on auth."session" ("passkeyId") where "passkeyId" is not null;
