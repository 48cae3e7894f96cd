-- The language that a user chose for their pages. Null: their browser's. better-auth reads it with the session.
alter table auth."user" add column "language" text;
