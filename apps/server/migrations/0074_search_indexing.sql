-- Whether search engines may list an issuer's public pages. Off unless the issuer asks for it: the pages name recipients.
alter table brands add column search_indexing boolean not null default false;
