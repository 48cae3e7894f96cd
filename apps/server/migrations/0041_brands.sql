-- How an issuer's pages, certificates and mails look: presentation only, so it may change at any time.
create table brands (
  issuer_id uuid primary key references issuers on delete cascade,
  accent_color text not null,
  -- For dark ground; the issuer's own logo is for light ground.
  logo_dark_cid text references images,
  website text,
  foot_text text not null,
  certificate_style text not null,
  orientation text not null,
  paper text not null,
  language text not null
);
create index brands_logo_dark on brands (logo_dark_cid);

create table brand_signatures (
  issuer_id uuid not null references brands on delete cascade,
  position smallint not null,
  name text not null,
  title text not null,
  picture_cid text references images,
  primary key (issuer_id, position)
);
create index brand_signatures_picture on brand_signatures (picture_cid);

-- function let_go_of_image 6cc575d48652
