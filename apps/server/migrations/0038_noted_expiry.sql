-- When it was noted that it has expired; a chore does so, and lists by state walk an index.
alter table credentials add column lapsed_at timestamptz;
