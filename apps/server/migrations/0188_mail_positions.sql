-- The order in which emails were queued, decided by the database: the clocks of processes that make ids differ. Null for
-- earlier emails.
create sequence mail_positions as bigint;
alter table mails add column position bigint;
alter table mails alter column position set default nextval('mail_positions');
alter sequence mail_positions owned by mails.position;
