-- What a badge says beside its name, description and criteria (tags, alignment, kind, language), as far as it says anything.
alter table badges add column details jsonb;
alter table badge_versions add column details jsonb;

-- Signed credentials go on saying what was true when they were issued.
-- function keep_badge_version 0ee7c02cd60a
