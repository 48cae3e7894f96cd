-- `confirm` waits for the browser's user to agree that another one is signed in.
alter table sso_requests drop constraint sso_requests_kind_check,
  add constraint sso_requests_kind_check check (kind in ('test', 'sign-in', 'confirm'));

-- When the user signed in at the identity provider, if that was recent.
alter table auth."session" add column "authenticatedAt" timestamptz;
