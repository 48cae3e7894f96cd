-- Signers whose badges a migration reissues. Null: nobody chose any.
alter table move_ins add column signers text[];

-- Proven signers of the badges that a dry run would reissue.
create table move_in_signers (
  move_in_id uuid not null references move_ins on delete cascade,
  signer text not null,
  -- The host that vouches for the signer.
  host text,
  badges integer not null,
  primary key (move_in_id, signer)
);
