-- Processes that run, and by its mark each SECRET that they read with, the one that they write with first: nobody changes
-- over to one that a process does not know.
create table processes (
  id uuid primary key,
  host text not null,
  pid integer not null,
  role text not null,
  marks text[] not null,
  seen_at timestamptz not null
) with (fillfactor = 50);
