-- A bloom filter is sized by what it expects of a range of blocks, a tenth of the rows unless told, and the ids of vendors are all different: filters that are full keep
-- nobody out, and a search by an id read most of the table. Half as many blocks have filters that fit on a page and are wrong one time in a hundred.
drop index vendor_entry_foreign_id, vendor_entry_ref, vendor_entry_digest, vendor_round_foreign_id, vendor_round_key;
create index vendor_entry_foreign_id on vendor_entry using brin (foreign_id text_bloom_ops (n_distinct_per_range = 5000, false_positive_rate = 0.01))
  with (pages_per_range = 64, autosummarize = on);
create index vendor_entry_ref on vendor_entry using brin (ref uuid_bloom_ops (n_distinct_per_range = 5000, false_positive_rate = 0.01))
  with (pages_per_range = 64, autosummarize = on);
create index vendor_entry_digest on vendor_entry using brin (digest int8_bloom_ops (n_distinct_per_range = 5000, false_positive_rate = 0.01))
  with (pages_per_range = 64, autosummarize = on);
create index vendor_round_foreign_id on vendor_round using brin (foreign_id text_bloom_ops (n_distinct_per_range = 5000, false_positive_rate = 0.01))
  with (pages_per_range = 64, autosummarize = on);
create index vendor_round_key on vendor_round using brin (key uuid_bloom_ops (n_distinct_per_range = 5000, false_positive_rate = 0.01))
  with (pages_per_range = 64, autosummarize = on);
