-- Places that pin published pictures (IMAGE_PINS), named by their URL without the token.
create table pin_places (
  place text primary key,
  -- When a worker last had it in its settings.
  seen_at timestamptz not null,
  -- Pictures up to this CID have been looked through for missing pins. All have been since `scanned_at`.
  scanned_to text not null default '',
  scanned_at timestamptz
);

-- Pins of pictures, by place. No reference to `images`: a row stays until the picture is unpinned.
create table image_pins (
  cid text not null,
  place text not null references pin_places,
  state text not null check (state in ('waiting', 'queued', 'pinned', 'failed')),
  -- The service's id of the pin, if it has ids.
  request_id text,
  -- Failed attempts, or questions about a queued pin, since the last success.
  attempts integer not null default 0,
  error text,
  -- A worker is talking to the place until then.
  busy_until timestamptz not null default '-infinity',
  checked_at timestamptz not null default '-infinity',
  primary key (cid, place)
);
create index image_pins_checked on image_pins (checked_at) where state = 'pinned';

-- function note_pin c7a748434c9a
