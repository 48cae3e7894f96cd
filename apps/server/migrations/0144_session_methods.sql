-- How a session was opened. Null for sessions from before, and without a second step.
alter table auth."session" add column "openedBy" text, add column "secondFactor" text;
