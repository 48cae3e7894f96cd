-- What caused work that others do, as W3C Trace Context writes it: a transaction that is traced says so by this setting, and
-- the rows that it writes remember it. Null for all others; the default is stable, so that no row is rewritten.
alter table jobs add column traceparent text default nullif(current_setting('insignia.traceparent', true), '');
alter table waiting_deliveries add column traceparent text default nullif(current_setting('insignia.traceparent', true), '');
