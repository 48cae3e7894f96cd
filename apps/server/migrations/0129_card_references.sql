-- Reads each of the tables once, while others write.
alter table badges validate constraint badges_card;
alter table badge_versions validate constraint badge_versions_card;
alter table brands validate constraint brands_card;
