-- audit_log_by_action and mails_state of 0072 do the same work, also for older processes.
drop index if exists audit_log_action;
drop index if exists mails_unsent;
