-- outside a transaction

-- An account's export and deletion read its events.
create index concurrently events_account on events (account_id, id);

-- What failed. Only failures write "last_error", so that a success still changes no index of the log.
create index concurrently deliveries_failed on deliveries (webhook_id, id) where last_error is not null;
create index concurrently mails_unsent on mails (account_id, state, id) where state <> 'sent';

-- Workers ask for their own kinds: what waits of others costs them nothing.
create index concurrently jobs_next on jobs (kind, run_at) where dead_at is null;
create index concurrently jobs_spent on jobs (run_at) where dead_at is null and attempts >= max_attempts;
drop index concurrently if exists jobs_due;

-- What is open among all that ever was.
create index concurrently imports_open on imports (account_id, id) where status in ('queued', 'running', 'paused');
create index concurrently bulk_jobs_open on bulk_jobs (id) where status in ('queued', 'running');
create index concurrently members_invited on members (lower(email)) where status = 'pending';
