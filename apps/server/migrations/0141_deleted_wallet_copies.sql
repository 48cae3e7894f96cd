-- The wallet had the copy and reported that it deleted it. Its place is free, but other copies of the same bytes may exist.
alter table wallet_copies add column deleted boolean not null default false;
