-- People of an external identity provider are bound by its issuer and their subject there.
create unique index account_provider on auth."account" ("providerId", "accountId");
