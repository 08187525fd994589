-- The careful path runs on connections of every kind, and planned its statements anew at each call: over half of what a step cost. It is planned once, as the
-- lanes' batches are, and for tables that have no statistics yet.
alter function ledger_post set plan_cache_mode = force_generic_plan;
alter function ledger_post set enable_seqscan = off;
alter function ledger_post set enable_hashjoin = off;
alter function ledger_post set enable_mergejoin = off;
alter function ledger_entry set plan_cache_mode = force_generic_plan;
alter function ledger_entry set enable_seqscan = off;
alter function ledger_entry set enable_hashjoin = off;
alter function ledger_entry set enable_mergejoin = off;
alter function ledger_refresh_limits set plan_cache_mode = force_generic_plan;
alter function ledger_refresh_limits set enable_seqscan = off;
alter function ledger_refresh_limits set enable_hashjoin = off;
alter function ledger_refresh_limits set enable_mergejoin = off;
