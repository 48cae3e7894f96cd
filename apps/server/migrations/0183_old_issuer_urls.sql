-- URLs of issuers at other services, which can lead to the issuer here. Null if the file has none, and for earlier migrations.
alter table move_in_badges add column issuer_url text;
