-- Reads each of them once; whoever writes goes on meanwhile.
update deliveries set last_error = 'not known' where state = 'failed' and last_error is null;
alter table deliveries validate constraint deliveries_failed_has_error, validate constraint deliveries_cut;
alter table mails validate constraint mails_cut;
alter table audit_log validate constraint audit_log_cut;
