-- Where a sent email went: to a file, or to a mail server. Null where the release that sent it didn't record it. Workers fill in
-- 'file' for those whose file they still have (platform/mail/files.ts).
alter table mails add column handed_to text;
