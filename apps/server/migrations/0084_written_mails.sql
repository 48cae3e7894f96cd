-- outside a transaction

-- Emails that reached only a file, for sending them once there is a mail server. Empty where there is one.
create index concurrently mails_written on mails (account_id, id) where state = 'sent' and handed_to = 'file';
