-- Pictures that an account has sent to put them into designs: the newest, whether a design has them or not.
create table design_pictures (
  account_id uuid not null references accounts on delete cascade,
  cid text not null references images,
  added_at timestamptz not null,
  primary key (account_id, cid)
);
create index design_pictures_cid on design_pictures (cid);

-- The pictures that the design of a badge names, as far as they were the account's when it was saved.
create table badge_pictures (
  badge_id uuid not null references badges on delete cascade,
  cid text not null references images,
  primary key (badge_id, cid)
);
create index badge_pictures_cid on badge_pictures (cid);

-- function let_go_of_image fa9b77f1007d
