-- The connection that opened a session.
alter table auth."session" add column "ssoConnection" uuid;
