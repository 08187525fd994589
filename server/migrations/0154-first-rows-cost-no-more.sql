-- PostgreSQL sums the first blocks of an empty table up at once, and whatever is written into blocks that are summed up is added to their filters: each of the
-- first five thousand transactions of vendors rewrote three of six kilobytes, which took longer than all else about it. Without a sum the blocks wait for the next ones, as all do.
select brin_desummarize_range(name::regclass, 0)
from unnest(array[
  'vendor_entry_at', 'vendor_entry_foreign_id', 'vendor_entry_ref', 'vendor_entry_digest', 'vendor_round_foreign_id', 'vendor_round_key', 'vendor_round_ours', 'vendor_pulled_at'
]) name;
