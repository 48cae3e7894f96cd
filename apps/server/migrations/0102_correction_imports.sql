-- Whether rows correct credentials, and what a dry run would change. The default is constant, so no row is rewritten.
alter table imports add column corrects boolean not null default false;
alter table imports add column corrections jsonb;
