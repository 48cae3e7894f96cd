-- audit_log_by_action and mails_state of 0067 do the same work, also for older processes.
drop index if exists audit_log_action;
drop index if exists mails_unsent;
