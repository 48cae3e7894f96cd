-- The index of what failed counts on it.
alter table deliveries add constraint deliveries_failed_has_error check (state <> 'failed' or last_error is not null) not valid;
