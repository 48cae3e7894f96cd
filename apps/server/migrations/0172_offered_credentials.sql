-- A migration holds badges of other issuers: they are offered to their recipients, never signed again.
alter table move_ins drop constraint move_ins_mode_check;
alter table move_ins add constraint move_ins_mode_check check (mode in ('reissue', 'hold'));

create table offered_credentials (
  id uuid primary key,
  move_in_id uuid not null references move_ins on delete cascade,
  issuer_id uuid not null references issuers on delete cascade,
  -- Hash of what makes it the same badge: an issuer offers it once.
  identity bytea not null,
  state text not null check (state in ('open', 'accepted', 'declined')),
  -- Null once it is accepted or declined.
  address text,
  content bytea,
  edition text not null check (edition in ('2.0', '3.0')),
  -- Claims of the badge's issuer.
  badge_name text not null,
  issuer_name text,
  issued_on timestamptz,
  expires timestamptz,
  created_at timestamptz not null,
  check ((state = 'open') = (address is not null and content is not null)),
  unique (issuer_id, identity)
);
create index offered_credentials_move_in on offered_credentials (move_in_id, state);
create index offered_credentials_address on offered_credentials (address, id) where state = 'open';
create index offered_credentials_age on offered_credentials (created_at) where state = 'open';
