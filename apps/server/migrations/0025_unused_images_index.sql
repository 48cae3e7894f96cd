-- outside a transaction

create index concurrently images_may_be_unused on images (touched_at) where may_be_unused;
drop index concurrently if exists images_touched;
