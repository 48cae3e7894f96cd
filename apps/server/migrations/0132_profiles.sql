-- The public profile of a user. It isn't public until its user says so.
create table profiles (
  person_id uuid primary key references auth."user" on delete cascade,
  handle text unique,
  -- Handles that look alike are the same here.
  handle_folded text unique,
  name text not null default '',
  about text not null default '',
  credential_ids uuid[] not null default '{}',
  is_public boolean not null default false,
  search_indexing boolean not null default false
);
