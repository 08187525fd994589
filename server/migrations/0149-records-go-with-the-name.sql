-- Of members whose records are erased, what lists were held against and the names that officers proposed go too.
update member_proposal p set name = '' from account a where a.id = p.account_id and a.records_erased_at is not null and p.kind = 'name';
delete from screening_person p using account a where a.id = p.account_id and a.records_erased_at is not null;
delete from screening_hit h using account a where a.id = h.account_id and a.records_erased_at is not null;
