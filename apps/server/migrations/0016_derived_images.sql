alter table images
  -- When its bytes were last read again and compared with their name.
  add checked_at timestamptz not null default '-infinity',
  -- Since when they are missing or wrong.
  add damaged_at timestamptz;
create index images_checked on images (checked_at);
create index images_touched on images (touched_at);

-- Smaller forms of an image, made when it is stored.
create table image_sizes (
  cid text not null references images on delete cascade,
  -- Pixels of its longer side.
  side integer not null,
  sized_cid text not null references images,
  primary key (cid, side)
);
create index image_sizes_sized on image_sizes (sized_cid);

-- The picture that other sites show of a credential's page, by what it was made from. It holds the recipient's name.
create table cards (
  credential_id uuid primary key references credentials on delete cascade,
  source text not null,
  cid text not null references images
);
create index cards_cid on cards (cid);

-- The blob of a card that is gone or replaced does not wait for its day, unless another card is the same.
create function forget_card() returns trigger language plpgsql as $$
begin
  update images set touched_at = '-infinity' where cid = old.cid and not exists (select 1 from cards where cid = old.cid);
  return null;
end $$;
create trigger cards_forgotten after delete or update of cid on cards for each row execute function forget_card();
