-- Which writing of an item's drafts it is: counted over all its versions, so that what was read of a draft that was thrown away stands for none that came after.
alter table content add column revision integer not null default 0;
update content c set revision = v.newest from (select content_id, max(revision) as newest from content_version group by content_id) v where v.content_id = c.id;
