-- Processes of the earlier version, which still run, don't write the column: their keys accept no invitations either.
alter table api_keys alter column sso_only set default true;
