-- outside a transaction

-- Erasing an address finds the old URLs in which it is a word. As in redirects/store.ts.
create index concurrently redirects_addresses on redirects
  using gin (regexp_split_to_array(lower(replace(replace(replace(path, '%40', '@'), '%2B', '+'), '%27', '''')),
    '[/?&=;:,()]|%(?:2f|3f|26|3d|3b|3a|2c|28|29|20|22|3c|3e)|[.](?:html?|json|php|png|svg|pdf|xml|txt)(?![^/?&%])')) with (fastupdate = off)
  where strpos(path, '@') > 0 or strpos(path, '%40') > 0;
